import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { protectionTexts } from "../bid/bid.labels.ts";
import { stageLabels } from "./opening.labels.ts";
import type { Minutes, OpeningState } from "./opening.model.ts";
import { Tabulation } from "./Tabulation.tsx";

function Text({ minutes }: { minutes: Minutes }) {
  const { timeZone } = useAgency();
  const at = (instant: Instant) => formatInstant(instant, timeZone);
  return (
    <>
      <p className="text-t2">{minutes.agency}</p>
      <h1 className="text-28 font-semibold">
        Minutes of the opening <span className="mono">{minutes.number}</span>
      </h1>
      <p className="text-t2">{minutes.title}</p>
      <div className="my-6">
        <Facts>
          <Fact label="Opened">{stageLabels[minutes.stage]}</Fact>
          <Fact label="Deadline">{at(minutes.dueAt)}</Fact>
          <Fact label="Began">{at(minutes.beganAt)}</Fact>
          <Fact label="Ended">{at(minutes.doneAt)}</Fact>
          <Fact label="Protection">{protectionTexts[minutes.protection].title}</Fact>
        </Facts>
      </div>
      <section className="mb-6">
        <h2 className="font-semibold">Present</h2>
        {minutes.present.length === 0 ? (
          <p>Nobody: the server opened by rule.</p>
        ) : (
          <ul>
            {minutes.present.map((each) => (
              <li key={each.name + each.at}>
                {each.name}
                {each.officer && ", officer"}, from {at(each.at)}
              </li>
            ))}
          </ul>
        )}
      </section>
      {minutes.shares.length > 0 && (
        <section className="mb-6">
          <h2 className="font-semibold">Shares of the keys</h2>
          <ul>
            {minutes.shares.map((each) => (
              <li key={each.x}>
                {each.name} gave {counted(each.given, "share", "shares")}
                {each.wrong > 0 && `, of which ${each.wrong} did not fit`}, last at{" "}
                {at(each.lastAt)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mb-6">
        <h2 className="mb-2 font-semibold">Bids in the order of receipt</h2>
        {minutes.rows.length ? (
          <Tabulation rows={minutes.rows} priced={minutes.stage !== "technical"} />
        ) : (
          <p>No bid was received.</p>
        )}
      </section>
      <p>
        Before the deadline {counted(minutes.withdrawn, "bid was withdrawn", "bids were withdrawn")}{" "}
        and {counted(minutes.superseded, "was replaced", "were replaced")} by their vendors;{" "}
        {counted(minutes.refused, "attempt was refused", "attempts were refused")}.
      </p>
      <p className="mt-6 text-12 text-t3">
        Made from the record; the same text is in the agency's audit ledger.
      </p>
    </>
  );
}

/** /solicitations/:id/minutes: the minutes as they are printed. */
export default function MinutesPage() {
  const { id = "" } = useParams();
  const opening = useGet<OpeningState>(
    "opening",
    `/api/v1/solicitations/${encodeURIComponent(id)}/opening`,
  );
  if (opening.isPending) return <RecordSkeleton />;
  if (!opening.data)
    return (
      <ErrorPanel error={opening.error} what="The minutes" onRetry={() => void opening.refetch()} />
    );
  return (
    <main className="mx-auto max-w-5xl p-8">
      <div className="no-print mb-6 flex flex-wrap gap-3">
        <Link className="btn" to={pathTo("opening", { id })}>
          Back to the opening
        </Link>
        {opening.data.minutes && (
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            Print
          </button>
        )}
      </div>
      {opening.data.minutes ? (
        <Text minutes={opening.data.minutes} />
      ) : (
        <EmptyState kind="first-use" title="No minutes yet">
          They are written when the bids are open.
        </EmptyState>
      )}
    </main>
  );
}
