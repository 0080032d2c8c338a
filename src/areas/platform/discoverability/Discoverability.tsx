import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Discoverability, DocumentSeen, PageSeen } from "./discoverability.model.ts";

const yes = (value: boolean) => (value ? "Yes" : "No");
const number = (n: number) => n.toLocaleString("en-US");

function Address({ path }: { path: string }) {
  return (
    <a className="text-link underline underline-offset-2 break-all" href={path}>
      {path}
    </a>
  );
}

const documentParts: readonly LinePart<DocumentSeen>[] = [
  { label: "Document", as: "title", cell: (one) => <Address path={one.path} /> },
  { label: "Answer", cell: (one) => one.status },
  { label: "Holds", cell: (one) => `${number(one.entries)} ${one.what}` },
  {
    label: "Finding",
    words: true,
    cell: (one) => <span className="whitespace-normal">{one.findings.join(" ") || "None"}</span>,
  },
];

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

const pageParts: readonly LinePart<PageSeen>[] = [
  {
    label: "Page",
    as: "title",
    words: true,
    cell: (page) => (
      <>
        <Address path={page.path} />
        <span className="block text-13">{page.title}</span>
        <span className="block text-13 text-t3">{page.description}</span>
      </>
    ),
  },
  { label: "Answer", cell: (page) => page.status },
  { label: "Sitemap", cell: (page) => yes(page.inSitemap) },
  { label: "llms.txt", cell: (page) => yes(page.inLlms) },
  { label: "Robots", cell: (page) => (page.allowed ? page.robots || "Open" : "Kept out") },
  {
    label: "Structured data",
    words: true,
    cell: (page) => (
      <span className="whitespace-normal">{page.structured.join(", ") || "None"}</span>
    ),
  },
  { label: "Words", cell: (page) => number(page.words) },
  {
    label: "Finding",
    words: true,
    cell: (page) => (
      <div className="whitespace-normal">
        <Found page={page} />
      </div>
    ),
  },
];

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
        <LineTable
          label="Public pages"
          parts={pageParts}
          lines={shown}
          keyOf={(page) => page.path}
        />
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
      <Panel title="What leads crawlers to the pages" flush>
        <LineTable
          label="Documents for crawlers"
          parts={documentParts}
          lines={seen.data.documents}
          keyOf={(one) => one.path}
        />
      </Panel>
      <Pages items={seen.data.pages} />
    </div>
  );
}
