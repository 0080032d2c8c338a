import { Brand } from "../shell/Brand.tsx";

const groups = [
  {
    title: "Levee",
    links: [
      ["/about", "About"],
      ["/careers", "Careers"],
      ["/investors", "Investors"],
      ["/customer-stories", "Stories"],
      ["/contact", "Contact"],
    ],
  },
  {
    title: "Product",
    links: [
      ["/products", "Products"],
      ["/solutions", "Solutions"],
      ["/pricing", "Pricing"],
      ["/feature-requests", "Feature requests"],
      ["/request-demo", "Request a demo"],
      ["/waitlist", "Waitlist"],
    ],
  },
  {
    title: "Read",
    links: [
      ["/blog", "Blog"],
      ["/documentation", "Documentation"],
      ["/auth", "Sign in"],
    ],
  },
  {
    title: "Trust",
    links: [
      ["/trust-center", "Trust center"],
      ["/security", "Security"],
      ["/accessibility", "Accessibility"],
      ["/privacy", "Privacy"],
      ["/terms", "Terms"],
    ],
  },
] as const;

/** Footer of the public pages. */
export function SiteFooter() {
  return (
    <footer className="site-foot">
      <div className="site-foot-brand">
        <Brand href="/" />
        <p>Open source, Apache-2.0.</p>
      </div>
      {groups.map((group) => (
        <nav key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.links.map(([href, label]) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </footer>
  );
}
