import { useEffect } from "react";
import { useRouteError } from "react-router";
import { api } from "../kit/api.ts";

const details = (error: unknown) => (error instanceof Error
  ? { name: error.name, message: error.message, stack: error.stack ?? null, timestamp: new Date().toISOString() }
  : { name: "unknown", message: String(error), stack: null, timestamp: new Date().toISOString() });

/** The screen of an unexpected error (SPEC 8). Reports it as a security event of high severity. */
export function AppError() {
  const error = useRouteError();
  useEffect(() => {
    void api("/api/v1/rpc/log_security_event", {
      method: "POST", body: { p_event_type: "application_error", p_severity: "high", p_user_id: null, p_event_data: details(error) },
    }).catch(() => undefined);
  }, [error]);
  return (
    <main className="plain-screen" id="main">
      <h1>Something went wrong</h1>
      <p>An unexpected error occurred. Our team has been notified.</p>
      <div className="mt-2 flex gap-2">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>Try Again</button>
        <a className="btn" href="/">Go Home</a>
      </div>
    </main>
  );
}
