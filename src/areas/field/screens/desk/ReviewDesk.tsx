import { Link, useSearchParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet, type ListAnswer } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { CaptureRow } from "../../capture/capture.model.ts";
import { CaptureView, kindLabel } from "./CaptureView.tsx";

const captures = "/api/v1/field/captures";
const open = `${captures}?status=in_review&sort=happenedAt&limit=50`;
const waiting = `${captures}?photos=true&limit=1`;

const partsOf = (review: number, photos: number): FindingPart[] => [
  ...(review > 0
    ? [{ text: `${counted(review, "capture waits", "captures wait")} for a decision` }]
    : []),
  ...(photos > 0
    ? [
        {
          text: `${counted(photos, "capture waits", "captures wait")} for photos`,
          to: "/mobile-field-operations?tab=received&photos=true",
        },
      ]
    : []),
];

function Waiting({ rows, chosen }: { rows: readonly CaptureRow[]; chosen: string }) {
  const { timeZone } = useAgency();
  return (
    <nav aria-label="Captures in review" className="grid content-start gap-2">
      <h2>In review</h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to={`?tab=review&capture=${row.id}`}
              className="panel block p-3"
              aria-current={row.id === chosen ? "true" : undefined}
            >
              <span className="font-semibold">{kindLabel(row.kind)}</span>{" "}
              <span className="number">{row.number}</span>
              <span className="block text-13 text-t2">
                {row.person}, {formatInstant(row.happenedAt, timeZone)}
              </span>
              <span className="block text-13">{row.heldWhy}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What came in and could not be applied: each capture with base, mine and now beside each other. */
export function ReviewDesk() {
  const [search] = useSearchParams();
  const { data, error } = useGet<ListAnswer<CaptureRow>>(captures, open);
  const photos = useGet<ListAnswer<CaptureRow>>(captures, waiting);
  if (error) return <ErrorPanel error={error} what="What waits for review" />;
  if (!data) return <RecordSkeleton />;
  const asked = search.get("capture");
  const chosen = asked ?? data.items[0]?.id;
  return (
    <div className="grid gap-4 pt-4">
      <Finding
        parts={partsOf(data.total ?? data.items.length, photos.data?.total ?? 0)}
        none="Nothing waits for a decision: what came in is applied."
      />
      {chosen ? (
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          {data.items.length > 0 && <Waiting rows={data.items} chosen={chosen} />}
          <CaptureView key={chosen} id={chosen} />
        </div>
      ) : (
        <EmptyState kind="all-done" title="Nothing to decide">
          A capture comes here when the record changed meanwhile, a rule refused it, or its device
          was revoked.
        </EmptyState>
      )}
    </div>
  );
}
