import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import type { Discoverability, DocumentSeen, PageSeen } from "./discoverability.model.ts";

const number = (n: number) => n.toLocaleString("en-US");

function Documents({ items }: { items: readonly DocumentSeen[] }) {
  return (
    <Panel title="What leads crawlers to the pages" flush>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Documents for crawlers">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Answer</th>
              <th scope="col" className="num">
                Holds
              </th>
              <th scope="col">Finding</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={one.path}>
                <td>
                  <a className="text-link underline underline-offset-2" href={one.path}>
                    {one.path}
                  </a>
                </td>
                <td>{one.status}</td>
                <td className="num">
                  {number(one.entries)} {one.what}
                </td>
                <td>{one.findings.join(" ") || "None"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Found({ page }: { page: PageSeen }) {
  if (page.findings.length === 0) return <Badge tone="success" label="In order" />;
  return (
    <ul className="grid gap-1">
      {page.findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
}

const yes = (value: boolean) => (value ? "Yes" : "No");

function Line({ page }: { page: PageSeen }) {
  return (
    <tr>
      <td className="min-w-[220px]">
        <a className="text-link underline underline-offset-2" href={page.path}>
          {page.path}
        </a>
        <span className="block text-13">{page.title}</span>
        <span className="block text-13 text-t3">{page.description}</span>
      </td>
      <td>{page.status}</td>
      <td>{yes(page.inSitemap)}</td>
      <td>{yes(page.inLlms)}</td>
      <td>{page.allowed ? page.robots || "Open" : "Kept out"}</td>
      <td>{page.structured.join(", ") || "None"}</td>
      <td className="num">{number(page.words)}</td>
      <td className="min-w-[200px]">
        <Found page={page} />
      </td>
    </tr>
  );
}

function Pages({ items }: { items: readonly PageSeen[] }) {
  const [onlyFound, setOnlyFound] = useState(false);
  const found = items.filter((page) => page.findings.length > 0);
  const shown = onlyFound ? found : items;
  return (
    <Panel
      title={`${counted(items.length, "public page")}, ${number(found.length)} with findings`}
      aside={
        <label className="check">
          <input
            type="checkbox"
            checked={onlyFound}
            onChange={(event) => setOnlyFound(event.target.checked)}
          />
          <span>With findings only</span>
        </label>
      }
      flush
    >
      {shown.length === 0 ? (
        <EmptyState kind="all-done" title="Nothing to mend">
          Every public page reads without script, is listed, and says what it is.
        </EmptyState>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Public pages">
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Answer</th>
                <th scope="col">Sitemap</th>
                <th scope="col">llms.txt</th>
                <th scope="col">Robots</th>
                <th scope="col">Structured data</th>
                <th scope="col" className="num">
                  Words
                </th>
                <th scope="col">Finding</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((page) => (
                <Line key={page.path} page={page} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

/** /admin/ai-discoverability: the public pages as search engines and assistants get them. */
export default function DiscoverabilityPage() {
  const seen = useGet<Discoverability>("discoverability", "/api/v1/discoverability");
  if (seen.isPending) return <TableSkeleton columns={4} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="The pages" onRetry={() => void seen.refetch()} />;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-[70ch]">
          <h1>Discoverability</h1>
          <p className="mt-1 text-t2">
            The public pages of {seen.data.origin} as they are served without script, read just now:{" "}
            {counted(seen.data.links, "link")} followed.
          </p>
        </div>
        <p className="flex flex-wrap gap-2">
          <Link className="btn" to="/admin/ai-discoverability-test">
            Fetch as a crawler
          </Link>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={seen.isFetching}
            onClick={() => {
              if (!seen.isFetching) void seen.refetch();
            }}
          >
            <RefreshCw aria-hidden="true" />
            {seen.isFetching ? "Reading" : "Read again"}
          </button>
        </p>
      </div>
      <Documents items={seen.data.documents} />
      <Pages items={seen.data.pages} />
    </div>
  );
}
