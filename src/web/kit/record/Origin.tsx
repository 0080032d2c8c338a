import { Link } from "react-router";
import { useGet } from "../queries.ts";
import { Panel } from "../states.tsx";

type ChainLink = {
  type: string;
  id: string;
  what: string;
  number: string;
  status: string;
  tone: string;
  href: string | null;
};
type Trace = { label: string; href: string };
type Chain = {
  from: readonly ChainLink[];
  cameOf: readonly ChainLink[];
  traces: readonly Trace[];
};

function Links({ label, links }: { label: string; links: readonly ChainLink[] }) {
  if (links.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-13 text-t2">{label}</h3>
      <ul className="grid gap-2">
        {links.map((link) => (
          <li key={`${link.type} ${link.id}`} className="flex flex-wrap items-center gap-2">
            {link.href ? <Link to={link.href}>{link.number}</Link> : <span>{link.number}</span>}
            <span className="text-13 text-t2 first-letter:uppercase">{link.what}</span>
            <span className={`badge tone-${link.tone}`}>{link.status}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Where a record came from and what came of it, over the whole chain, the nearest first, and the pages
 * that list what it wrote elsewhere; nothing where it stands alone. `path` is its noun's address: `/api/v1/invoices`.
 */
export function Origin({ path, id }: { path: string; id: string }) {
  const noun = path.split("/").at(-1)!;
  const chain = useGet<Chain>(path, `/api/v1/records/${noun}/${id}/chain`);
  if (!chain.data) return null;
  const { from, cameOf, traces } = chain.data;
  const alone = from.length + cameOf.length === 0;
  if (alone && traces.length === 0) return null;
  return (
    <Panel title={alone ? "Where it was posted" : "Where this came from"}>
      <div className="grid gap-4">
        <Links label="Made from" links={from} />
        <Links label="What came of it" links={cameOf} />
        {traces.map(({ label, href }) => (
          <Link key={href} className="text-link" to={href}>
            {label}
          </Link>
        ))}
      </div>
    </Panel>
  );
}
