import { Download } from "lucide-react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { shownFigure } from "../figure/finding.labels.ts";
import { momentWords, timeWords } from "../figure/period.labels.ts";
import { chartOf } from "../builder/address.ts";
import { FigureRows } from "../builder/FigureRows.tsx";
import { varianceHeading } from "../variance/variance.labels.ts";
import { partFinding, wordsOf } from "./paper.model.ts";
import type {
  PublicContent,
  PublicFigures,
  PublicPart,
  PublicReport,
} from "./publication.model.ts";

const mostDrawn = 40;

function OpenCell({
  cell,
  unit,
}: {
  cell: PublicFigures["totals"][number];
  unit: PublicFigures["measures"][number]["unit"];
}) {
  if (cell.hidden)
    return (
      <abbr
        className="text-t3 no-underline"
        title="Fewer than 11 people, or a count that would betray them"
      >
        hidden
      </abbr>
    );
  return <span className="tnum">{shownFigure(cell.value, unit)}</span>;
}

/** Why rows differ from their budget, in the words of the kept run. */
function OpenWords({ part }: { part: PublicPart }) {
  const told = wordsOf(part);
  if (!part.explained || told.length === 0) return null;
  return (
    <Panel title={varianceHeading(part.explained)} flush>
      <ul className="divide-y divide-hair">
        {told.map(({ names, words }) => (
          <li key={names.join()} className="px-4 py-3">
            <p className="font-semibold">{names.join(", ")}</p>
            <p className="max-w-prose whitespace-pre-line">{words}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PartFigures({ part, zone }: { part: PublicPart; zone: string }) {
  const { by, measures, rows, hidden, replaced } = part;
  const [first] = measures;
  const draws = first && by.length > 0 && rows.length > 1 && rows.length <= mostDrawn && !hidden;
  const finding = partFinding(part, zone);
  return (
    <div className="stack">
      {draws ? (
        <Chart
          finding={finding.replace(/\.$/, "")}
          kind="bar"
          axis={by[0]!.label}
          format={(value) =>
            first.unit === "cents" ? formatCentsShort(value) : shownFigure(value, first.unit)
          }
          {...chartOf({ ...part, withheld: [] } as never)}
        />
      ) : (
        <p className="finding">{finding}</p>
      )}
      {hidden > 0 && (
        <p className="text-13 text-t2">
          Counts of fewer than 11 people are hidden, with those that would betray them: {hidden} in
          this version.
        </p>
      )}
      {replaced > 0 && (
        <p className="text-13 text-t2">Names of private persons are replaced: {replaced}.</p>
      )}
      <Panel
        title={rows.length === 1 ? "1 row" : `${rows.length.toLocaleString("en-US")} rows`}
        flush
      >
        <FigureRows {...part} draw={(cell, { unit }) => <OpenCell cell={cell} unit={unit} />} />
      </Panel>
      <OpenWords part={part} />
    </div>
  );
}

const partId = (n: number) => `part-${n + 1}`;

/** The figures of a publication as everybody reads them: finding, picture, table of each part. */
export function OpenFigures({ content, zone }: { content: PublicContent; zone: string }) {
  const { parts } = content;
  if (parts.length === 1) return <PartFigures part={parts[0]!} zone={zone} />;
  return (
    <div className="stack">
      <nav aria-label="Parts">
        <ol className="list-decimal pl-5">
          {parts.map((part, n) => (
            <li key={part.run.number}>
              <a href={`#${partId(n)}`}>{part.heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map((part, n) => (
        <section key={part.run.number} aria-labelledby={partId(n)} className="stack">
          <h2 id={partId(n)} className="text-18 font-semibold">
            {part.heading}
          </h2>
          <PartFigures part={part} zone={zone} />
        </section>
      ))}
    </div>
  );
}

type PartFile = { part: PublicPart; n: number; many: boolean; data: string; which: string };

function PartFiles({ part, n, many, data, which }: PartFile) {
  const of = many ? ` of ${part.heading}` : "";
  return (
    <>
      <a className="btn" href={`${data}/data.csv?${which}&part=${n + 1}`} download>
        <Download aria-hidden="true" />
        CSV{of}
      </a>
      <a className="btn" href={`${data}/schema.json?${which}&part=${n + 1}`}>
        Its schema{many && <span className="sr-only">{of}</span>}
      </a>
    </>
  );
}

const partFacts = (part: PublicPart, zone: string): [string, string | null][] => [
  ["Figures taken", formatInstant(part.moment, zone)],
  ["Time", part.from ? null : timeWords({ period: part.period, years: part.years }, zone)],
  ["First day", part.from && formatDate(part.from)],
  ["Last day", part.until && formatDate(part.until)],
  ["As of", momentWords(part, zone) || null],
  ["Kept run", `${part.run.number}, SHA-256 ${part.run.sha256.slice(0, 16)}…`],
];

function Files({ report }: { report: PublicReport }) {
  const { slug, content, paperSha256, proofSha256 } = report;
  const data = `/api/v1/public/reports/${slug}`;
  const which = `version=${content.versionNo}`;
  return (
    <div className="flex flex-wrap gap-2">
      {paperSha256 && (
        <a className="btn" href={`${data}/packet.pdf?${which}`} download>
          <Download aria-hidden="true" />
          PDF
        </a>
      )}
      {proofSha256 && (
        <a className="btn" href={`${data}/proof.zip?${which}`} download>
          <Download aria-hidden="true" />
          Evidence package
        </a>
      )}
      <a className="btn" href={`${data}/data.json?${which}`} download>
        <Download aria-hidden="true" />
        JSON, as it was hashed
      </a>
      {content.parts.map((part, n) => (
        <PartFiles
          key={part.run.number}
          {...{ part, n, data, which }}
          many={content.parts.length > 1}
        />
      ))}
    </div>
  );
}

/** Where a published report can be taken, and how its hash is worked out. */
export function OpenProof({ report }: { report: PublicReport }) {
  const { slug, content, sha256, versions, publishedAt, timeZone: zone } = report;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel title="Take it with you">
        <div className="stack">
          <Files report={report} />
          <Facts
            rows={[
              ["Published", formatInstant(publishedAt, zone)],
              ...(content.parts.length === 1 ? partFacts(content.parts[0]!, zone) : []),
              [
                "SHA-256",
                <code key="hash" className="break-all text-12">
                  {sha256}
                </code>,
              ],
            ]}
          />
          <p className="text-12 text-t3">
            The hash is that of the JSON file, byte for byte: <code>sha256sum</code> on your own
            computer gives the same. It stands in the agency&apos;s audit record; the evidence
            package proves that without the agency, by <code>audit-verify.mjs</code> and the
            agency&apos;s <a href="/api/v1/public/ledger-key.txt">public key</a>.
          </p>
        </div>
      </Panel>
      <Panel title="Versions" flush>
        <ul className="divide-y divide-hair">
          {versions.map((each) => (
            <li key={each.versionNo} className="px-4 py-2">
              <a
                className="underline"
                href={`/citizen-portal/reports/${slug}?version=${each.versionNo}`}
              >
                Version {each.versionNo}
              </a>
              <span className="ml-2 text-13 text-t2">{formatInstant(each.publishedAt, zone)}</span>
              {each.correction && <p className="text-13">Corrected: {each.correction}</p>}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
