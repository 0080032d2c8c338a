import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { Proof } from "../access/access.model.ts";

const told = (proof: Proof): string => {
  const wrong = proof.differences.length;
  const changed = proof.unreviewed.length + proof.gone.length;
  const asked = `${proof.doors.toLocaleString("en-US")} addresses asked for ${proof.holders} holders, ${proof.asked.toLocaleString("en-US")} answers`;
  if (wrong + changed === 0)
    return `Every door opens for exactly those whom the matrix names: ${asked}.`;
  return `${counted(wrong, "answer is", "answers are")} not what the matrix says, ${counted(changed, "address is", "addresses are")} not as reviewed: ${asked}.`;
};

function Differences({ proof }: { proof: Proof }) {
  const lines = [
    ...proof.differences.map(
      ({ door, who, door_opens: opens }) =>
        `${door}: ${opens ? "opens" : "stays closed"} for ${who}, the matrix says otherwise`,
    ),
    ...proof.unreviewed.map(({ door, permission, reviewed }) =>
      reviewed === null
        ? `${door}: mounted and never reviewed (asks for ${permission})`
        : `${door}: asks for ${permission}, reviewed with ${reviewed}`,
    ),
    ...proof.gone.map((door) => `${door}: reviewed and not mounted`),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-13">
      {lines.map((line) => (
        <li key={line} className="break-all">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Asks every door for every role with every duty, when somebody presses. */
export function MatrixProof() {
  const { timeZone } = useAgency();
  const [asked, setAsked] = useState(false);
  const read = useGet<Proof>("access-proof", "/api/v1/access-matrix/proof", { enabled: asked });
  const prove = () => {
    if (asked) void read.refetch();
    else setAsked(true);
  };
  return (
    <Panel
      title="Does the server do what the matrix says?"
      aside={
        <button type="button" className="btn btn-small" disabled={read.isFetching} onClick={prove}>
          {read.isFetching ? "Asking every door" : "Prove it"}
        </button>
      }
    >
      {read.error && <ErrorPanel error={read.error} what="The proof" />}
      {read.data ? (
        <div role="status">
          <p>{told(read.data)}</p>
          <p className="text-13 text-t3">{formatInstant(read.data.at, timeZone)}</p>
          <Differences proof={read.data} />
        </div>
      ) : (
        <p className="text-t2">
          Asks the server that you work with, address by address, for every role with every duty.
          Nothing is run by it.
        </p>
      )}
    </Panel>
  );
}
