import { Link, useParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { holdCourse, holdCycle, holdStatuses } from "./hold.labels.ts";
import type { HoldDetail } from "./hold.model.ts";

const look = { statuses: holdStatuses, course: holdCourse, actions: holdCycle.actions };

function Told({ hold }: { hold: HoldDetail }) {
  const { timeZone } = useAgency();
  const kept = counted(hold.records.length, "record");
  return (
    <Panel title="The hold">
      <p className="finding">
        {hold.status === "standing"
          ? `${kept}: nothing of ${hold.records.length === 1 ? "it" : "them"} is deleted, disposed of or erased until the hold is lifted.`
          : `Lifted: what keeps ${kept} now is their own rule.`}
      </p>
      <Facts>
        <Fact label="Matter">{hold.matter}</Fact>
        <Fact label="Reason">{hold.reason}</Fact>
        <Fact label="Placed by">
          {hold.placedName}, {formatInstant(hold.placedAt, timeZone)}
        </Fact>
        {hold.liftedAt && (
          <Fact label="Lifted by">
            {hold.liftedName}, {formatInstant(hold.liftedAt, timeZone)}: {hold.liftReason}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Records({ records }: Pick<HoldDetail, "records">) {
  return (
    <Panel title="Records" flush>
      <ul>
        {records.map(({ id, number, what, href }) => (
          <li
            key={id}
            className="flex flex-wrap gap-3 border-b border-hair px-4 py-2 last:border-0"
          >
            {href ? (
              <Link className="text-link underline" to={href}>
                {number}
              </Link>
            ) : (
              <span>{number}</span>
            )}
            <span className="text-t2">{what}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A legal hold: matter, records, who placed it, who lifted it and why. */
export default function HoldPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<HoldDetail>
      path="/api/v1/legal-holds"
      id={id}
      lifecycle={look}
      title={(hold) => hold.matter}
      owner={(hold) => hold.placedName}
      tabs={[
        {
          id: "hold",
          label: "Hold",
          content: (hold) => (
            <>
              <Told hold={hold} />
              <Records records={hold.records} />
            </>
          ),
        },
      ]}
    />
  );
}
