import { Brand } from "../shell/Brand.tsx";

const links = [
  { href: "/products", label: "Products" },
  { href: "/grant-management", label: "Grants" },
  { href: "/disaster-recovery", label: "Disaster recovery" },
  { href: "/public-opportunities", label: "Opportunities" },
  { href: "/public-vendors", label: "Vendors" },
  { href: "/blog", label: "Blog" },
] as const;
const anchors = [
  { id: "features", label: "Features" },
  { id: "contact", label: "Contact" },
] as const;

/**
 * Login, or Dashboard for somebody who is signed in; a skeleton with a spinner while the session is
 * looked up. The script in the head decides.
 */
function Account() {
  return (
    <span className="site-account">
      <span className="account-wait" aria-hidden="true">
        <span className="site-spinner" />
        <span className="skeleton" />
      </span>
      <a className="btn btn-quiet account-out" href="/auth">
        Login
      </a>
      <a className="btn btn-quiet account-in" href="/dashboard">
        Dashboard
      </a>
    </span>
  );
}

function ThemeButton() {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-icon site-theme"
      data-theme-toggle
      aria-label="Light or dark"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
    </button>
  );
}

/**
 * The drawer of small windows: a dialog that `site.ts` opens and closes; without script the address
 * #menu shows it.
 */
function Drawer({ home }: { home: string }) {
  return (
    <dialog className="drawer" id="menu" aria-label="Menu">
      <div className="drawer-head">
        <Brand href="/" />
        <a className="btn btn-quiet" href="#main" data-menu-close>
          Close
        </a>
      </div>
      <nav aria-label="Site, menu">
        {links.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        {anchors.map(({ id, label }) => (
          <a key={id} href={`${home}#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div className="drawer-foot">
        <a className="btn account-out" href="/auth">
          Login
        </a>
        <a className="btn account-in" href="/dashboard">
          Dashboard
        </a>
        <a className="btn btn-primary" href="/request-demo">
          Request Demo
        </a>
      </div>
    </dialog>
  );
}

/**
 * The bar of the public pages with its three variants (SPEC 2.1): desktop links, tablet with a Demo
 * button, phone with the drawer.
 */
export function SiteBar({ path }: { path: string }) {
  const home = path === "/" ? "" : "/";
  const current = (href: string) =>
    path === href || path.startsWith(`${href}/`) ? "page" : undefined;
  return (
    <header className="site-bar">
      <div className="site-bar-room">
        <Brand href="/" />
        <nav className="site-links" aria-label="Site">
          {links.map(({ href, label }) => (
            <a key={href} href={href} aria-current={current(href)}>
              {label}
            </a>
          ))}
          {anchors.map(({ id, label }) => (
            <a key={id} href={`${home}#${id}`}>
              {label}
            </a>
          ))}
        </nav>
        <ThemeButton />
        <Account />
        <a className="btn btn-primary site-demo-wide" href="/request-demo">
          Request Demo
        </a>
        <a className="btn btn-primary site-demo-tablet" href="/contact">
          Demo
        </a>
        <a
          className="btn site-menu"
          href="#menu"
          role="button"
          aria-haspopup="dialog"
          aria-controls="menu"
          data-menu-open
        >
          Menu
        </a>
      </div>
      <Drawer home={home} />
    </header>
  );
}
