import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { addDays } from "#kernel/time.ts";
import { useDays } from "#web/kit/days.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { FlowVersion } from "../definition/flow.model.ts";
import type { PastAnswer } from "./past.labels.ts";

const path = "/api/v1/flow-definitions";

/** What the list below names of all that would have begun. */
const listed = ({ records, starts }: PastAnswer): string =>
  records.length < starts
    ? `Record for record: the first ${records.length} of ${counted(starts, "run")}`
    : `Record for record: all ${counted(starts, "run")}`;

function Found({ answer }: { answer: PastAnswer }) {
  const { dayIn } = useDays();
  return (
    <div className="grid gap-4">
      <p>
        {counted(answer.events, "event")} of this period, {counted(answer.starts, "run")} would have
        begun.
        {answer.untold > 0 &&
          ` Of ${counted(answer.untold, "record")} the ledger cannot tell how they stood: they are not among these.`}
        {answer.until &&
          ` Gone through were the first ${answer.tried.toLocaleString("en-US")}, up to ${formatDate(dayIn(answer.until))}: choose a shorter period for the rest.`}
      </p>
      {answer.paths.length > 0 && (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Runs by path">
          <table className="ledger" aria-label="Runs by path">
            <thead>
              <tr>
                <th scope="col">Path</th>
                <th scope="col" className="num">
                  Runs
                </th>
                <th scope="col" className="num">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.paths.map((each) => (
                <tr key={each.nodes.join()}>
                  <td>{each.labels.join(" → ")}</td>
                  <td className="num">{each.runs}</td>
                  <td className="num">{each.percent} %</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {answer.asked.length > 0 && (
        <ul className="grid gap-1" aria-label="Whom it would have asked">
          {answer.asked.map((each) => (
            <li key={each.step + each.who}>
              {each.step}: {each.who}, {each.times === 1 ? "once" : `${each.times} times`}
            </li>
          ))}
        </ul>
      )}
      {answer.records.length > 0 && (
        <details>
          <summary>{listed(answer)}</summary>
          <ul className="mt-2 grid gap-1">
            {answer.records.map((each) => (
              <li key={`${each.number}-${each.at}`}>
                {each.href ? (
                  <Link className="mono" to={each.href}>
                    {each.number}
                  </Link>
                ) : (
                  <span className="mono">{each.number}</span>
                )}{" "}
                {formatDate(dayIn(each.at))}: {each.path.join(" → ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Runs a version over what happened in a period; nothing is written, sent or numbered. */
export function TryOnPast({
  flow,
  open,
}: {
  flow: Pick<FlowVersion, "id">;
  /** What has to be mended before it is tried; undefined while that is looked at. */
  open: number | undefined;
}) {
  const { today } = useDays();
  const [from, setFrom] = useState<string>(() => addDays(today(), -90));
  const [to, setTo] = useState<string>(today);
  const attempt = useMutationAction<PastAnswer>();
  const ready = !attempt.isPending && from !== "" && to !== "" && open === 0;
  return (
    <Panel title="Try it on the past">
      <div className="grid gap-4">
        <p className="text-t2">
          What this version, as it is saved, would have done with the records of a period, as they
          stood then. Tasks and forms count as done at once, approvals as given.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <label className="field">
            From
            <input
              type="date"
              className="field-control"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          </label>
          <label className="field">
            To
            <input
              type="date"
              className="field-control"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </label>
          <button
            type="button"
            className="btn"
            aria-disabled={!ready}
            aria-describedby={open ? "try-lacks" : undefined}
            onClick={() => {
              if (ready)
                attempt.mutate({ path: `${path}/${flow.id}/actions/try`, body: { from, to } });
            }}
          >
            Try it
          </button>
        </div>
        {Boolean(open) && (
          <p id="try-lacks" className="text-13 text-t2">
            {counted(open!, "thing")} to mend above; then it can be tried.
          </p>
        )}
        {attempt.isError && <ErrorPanel error={attempt.error} what="The trial" />}
        {attempt.data && <Found answer={attempt.data} />}
      </div>
    </Panel>
  );
}
