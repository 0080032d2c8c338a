import { Outlet } from "react-router";
import { Brand } from "../shell/Brand.tsx";

/** Frame of the public pages: plain HTML, no React in the browser. */
export default function SiteLayout() {
  return (
    <>
      <a className="skip-link" href="#main">Skip to content</a>
      <div className="site">
        <header className="site-bar">
          <Brand href="/" />
          <button type="button" className="btn btn-quiet" data-theme-toggle>Light or dark</button>
          <a className="btn btn-primary" href="/auth">Sign in</a>
        </header>
        <main id="main" tabIndex={-1}><Outlet /></main>
        <footer className="site-foot"><span>Levee</span><span>Open source, Apache-2.0</span></footer>
      </div>
    </>
  );
}
