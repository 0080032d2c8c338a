/** The mark: three ledger bars. */
export function Brand({ name = true, href = "/dashboard" }: { name?: boolean; href?: string }) {
  return (
    <a className="brand" href={href} aria-label={name ? undefined : "Levee"}>
      <svg viewBox="0 0 22 22" aria-hidden="true"><rect className="bar" y="4" width="22" height="3" rx="1" /><rect className="bar-accent" y="10" width="15" height="3" rx="1" /><rect className="bar" y="16" width="9" height="3" rx="1" /></svg>
      {name && <span>Levee</span>}
    </a>
  );
}
