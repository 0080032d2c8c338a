import { Link, Outlet, useLocation } from "react-router";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Brand } from "./Brand.tsx";
import { Connectivity } from "./Connectivity.tsx";
import { rememberOrigin } from "./guard.ts";

/**
 * The frame of the field's pages on a device of the field that nobody is signed in on, or whose person
 * cannot be asked for without a line: no menus, since nobody knows their rights.
 */
export default function FieldFrame() {
  const { session } = useAuth();
  const { pathname, search } = useLocation();
  return (
    <div className="min-h-screen">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="field-head">
        <Brand href="/mobile-field-operations" />
        {!session && (
          <Link className="btn" to="/auth" onClick={() => rememberOrigin(`${pathname}${search}`)}>
            Sign in
          </Link>
        )}
      </header>
      <Connectivity />
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
