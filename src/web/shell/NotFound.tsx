import { useEffect } from "react";

/** The answer to every address that does not exist. */
export default function NotFound() {
  useEffect(() => { document.title = "Page not found | Levee"; }, []);
  return (
    <main className="plain-screen" id="main">
      <p className="mono text-t3">404</p>
      <h1>Page not found</h1>
      <p>There is no page at this address. It may have moved, or the link may be incomplete.</p>
      <div className="mt-2 flex gap-2"><a className="btn btn-primary" href="/dashboard">Go to the dashboard</a><a className="btn" href="/">Home</a></div>
    </main>
  );
}
