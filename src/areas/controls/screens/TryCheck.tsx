import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import type { OwnCondition } from "#kernel/own-check.ts";
import { addDays, addMonths } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { useDays } from "#web/kit/days.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Tried } from "../control/own.model.ts";

const findingOf = (t: Tried): string => {
  const compared =
    t.newly === null
      ? ""
      : ` Beside the version in force ${counted(t.newly, "record breaks", "records break")} it newly, ${counted(t.noLonger ?? 0, "record")} no longer.`;
  const unknown = t.unknown > 0 ? ` Of ${t.unknown} it cannot be told.` : "";
  const part = t.whole ? "" : " The first five thousand records were looked at.";
  return t.judged === 0
    ? `It applies to no record of these months.${part}`
    : `Of ${counted(t.judged, "record")} that it applies to, ${counted(t.failed, "breaks", "break")} it.${unknown}${compared}${part}`;
};

function Failing({ tried }: { tried: Tried }) {
  return (
    <>
      <p className="finding" role="status">
        {findingOf(tried)}
      </p>
      {tried.failing.length > 0 && (
        <ul
          className="grid max-h-[240px] gap-2 overflow-y-auto"
          aria-label="Records that break it"
          tabIndex={0}
        >
          {tried.failing.map((each) => (
            <li key={each.href} className="grid text-13">
              <Link className="text-link underline" to={each.href} target="_blank">
                {each.number} · {each.title}
              </Link>
              <span className="text-t2">
                {formatDate(each.day)}: {each.said}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Runs a draft over the records of the last months, before anybody is asked by it. */
export function TryCheck({
  noun,
  condition,
  definitionId,
}: {
  noun: string;
  condition: OwnCondition;
  definitionId: string | null;
}) {
  const { today } = useDays();
  const [months, setMonths] = useState(6);
  const run = useMutationAction<Tried>();
  const to = today();
  const send = () =>
    run.mutate({
      path: "/api/v1/control-trials",
      body: { noun, condition, definitionId, from: addDays(addMonths(to, -months), 1), to },
    });
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">Try it</legend>
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1">
          Months that it looks back
          <select
            className="field-control"
            value={months}
            onChange={(event) => setMonths(Number(event.target.value))}
          >
            {[1, 3, 6, 12, 24].map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="btn" disabled={run.isPending} onClick={send}>
          Try it
        </button>
      </div>
      {run.error && (
        <p role="alert" className="text-danger">
          {messageOf(run.error)}
        </p>
      )}
      {run.data && <Failing tried={run.data} />}
    </fieldset>
  );
}
