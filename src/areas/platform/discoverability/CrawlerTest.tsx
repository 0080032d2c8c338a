import { Play } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { formatDate } from "#kernel/dates.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { type Crawler, crawlers, crawlersAsOf, crawlerUses } from "./crawlers.labels.ts";
import type { CrawlerSaw } from "./discoverability.model.ts";

type Way = "product" | "address";
type Outcome = CrawlerSaw | "running" | { failed: string };

function Differences({ saw }: { saw: CrawlerSaw }) {
  return (
    <details>
      <summary>{counted(saw.differences.length, "page")} differ from what a browser gets</summary>
      <ul className="mt-2 grid gap-2">
        {saw.differences.map(({ path, what }) => (
          <li key={path}>
            <span className="mono break-all">{path}</span> {what.join(" ")}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Refused({ saw }: { saw: CrawlerSaw }) {
  return (
    <details>
      <summary>robots.txt keeps it out of {counted(saw.refused.length, "page")}</summary>
      <p className="mono mt-2 break-all">{saw.refused.join(", ")}</p>
    </details>
  );
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return <span className="text-t3">Not fetched yet</span>;
  if (outcome === "running") return <span role="status">Fetching every public page…</span>;
  if ("failed" in outcome) return <span className="text-danger">{outcome.failed}</span>;
  const same = outcome.differences.length === 0;
  return (
    <div className="grid gap-2">
      {same && (
        <span>
          <Badge tone="success" label={`${counted(outcome.pages, "page")}, as in a browser`} />
        </span>
      )}
      {!same && <Differences saw={outcome} />}
      {outcome.refused.length > 0 && <Refused saw={outcome} />}
    </div>
  );
}

type Tried = { crawler: Crawler; outcome: Outcome | undefined };

const partsWith = (fetchAs: (token: string) => void): readonly LinePart<Tried>[] => [
  {
    label: "Crawler",
    as: "title",
    words: true,
    cell: ({ crawler }) => (
      <>
        <a
          className="text-link underline underline-offset-2"
          href={crawler.source}
          target="_blank"
          rel="noreferrer"
        >
          {crawler.token}
        </a>
        <span className="block text-13 text-t3">
          {crawler.operator}, {crawlerUses[crawler.use].toLowerCase()}
        </span>
      </>
    ),
  },
  {
    label: "If it is kept out",
    words: true,
    cell: ({ crawler }) => <span className="whitespace-normal">{crawler.keptOut}</span>,
  },
  {
    label: "What it is given",
    words: true,
    cell: ({ outcome }) => (
      <div className="whitespace-normal">
        <Result outcome={outcome} />
      </div>
    ),
  },
  {
    label: "Try",
    cell: ({ crawler: { token }, outcome }) => (
      <button
        type="button"
        className="btn btn-small"
        aria-disabled={outcome === "running"}
        onClick={() => {
          if (outcome !== "running") fetchAs(token);
        }}
      >
        Fetch
        <span className="sr-only"> as {token}</span>
      </button>
    ),
  },
];

const ways: readonly { value: Way; label: string }[] = [
  { value: "product", label: "Of this server itself" },
  { value: "address", label: "Through the public address, with what stands before the server" },
];

/** /admin/ai-discoverability-test: the public pages fetched as each known crawler. */
export default function CrawlerTest() {
  const [way, setWay] = useState<Way>("product");
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const put = (token: string, outcome: Outcome) =>
    setOutcomes((old) => ({ ...old, [token]: outcome }));
  const fetchAs = async (token: string) => {
    put(token, "running");
    const path = `/api/v1/discoverability/crawlers/${token}?over=${way}`;
    await api<CrawlerSaw>(path).then(
      (saw) => put(token, saw),
      (error: unknown) => put(token, { failed: messageOf(error) }),
    );
  };
  const fetchAll = async () => {
    for (const { token } of crawlers) await fetchAs(token);
  };
  return (
    <div className="stack">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-[70ch]">
          <h1>Discoverability test</h1>
          <p className="mt-1 text-t2">
            Fetches every public page as a crawler and as a browser, and shows what differs. Levee
            serves everybody the same; a firewall or proxy before it may not.
          </p>
        </div>
        <button type="button" className="btn btn-primary" onClick={() => void fetchAll()}>
          <Play aria-hidden="true" />
          Fetch as each
        </button>
      </div>
      <fieldset className="field">
        <legend>What is asked</legend>
        {ways.map(({ value, label }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="way"
              checked={way === value}
              onChange={() => {
                setWay(value);
                setOutcomes({});
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Panel title="Crawlers" flush>
        <LineTable
          label="Crawlers"
          parts={partsWith((token) => void fetchAs(token))}
          lines={crawlers.map((crawler) => ({ crawler, outcome: outcomes[crawler.token] }))}
          keyOf={({ crawler }) => crawler.token}
        />
      </Panel>
      <p className="text-13 text-t3">
        As of {formatDate(crawlersAsOf.on)}. {crawlersAsOf.note}
      </p>
    </div>
  );
}
