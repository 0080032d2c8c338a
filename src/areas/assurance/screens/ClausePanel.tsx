import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { tieKinds } from "../standard/standard.labels.ts";
import type { ClauseDetail, Proof } from "../standard/standard.model.ts";

const TieDialog = dialogOnDemand(async () => (await import("./TakeDialog.tsx")).TieDialog);

function ProofLine({ of, writes }: { of: Proof; writes: boolean }) {
  const { timeZone } = useAgency();
  const untie = useMutationAction("standards", "standard-clauses");
  const remove = async () => {
    try {
      await untie.mutateAsync({ path: `/api/v1/standard-ties/${of.id}/actions/untie` });
    } catch (error) {
      notify.failed("It stays tied", error);
    }
  };
  return (
    <li className="grid gap-1">
      <span>
        {tieKinds[of.kind]}: {of.href ? <Link to={of.href}>{of.name}</Link> : of.name}
      </span>
      <span className="text-13 text-t2">
        {of.said}
        {of.at && `, ${formatInstant(of.at, timeZone)}`}
      </span>
      {writes && (
        <button
          type="button"
          className="text-link justify-self-start"
          onClick={() => void remove()}
        >
          Take {of.name} away
        </button>
      )}
    </li>
  );
}

/** A clause: its text, and what proves it. */
export function ClausePanel({ id }: { id: string }) {
  const { can } = useAuth();
  const [tying, setTying] = useState(false);
  const { data } = useGet<ClauseDetail>("standard-clauses", `/api/v1/standard-clauses/${id}`);
  if (!data) return null;
  const assessed = data.kind === "clause" && !data.withdrawn;
  return (
    <Panel title={`${data.number} ${data.title}`}>
      <div className="grid gap-3">
        {data.text && <p className="whitespace-pre-wrap">{data.text}</p>}
        {data.guidance && <p className="whitespace-pre-wrap text-t2">{data.guidance}</p>}
        {data.examples.map((example) => (
          <p key={example} className="text-t2">
            Example: {example}
          </p>
        ))}
        {data.withdrawn && <p>It is withdrawn: it is not assessed.</p>}
        {assessed && (
          <>
            <h3>What proves it</h3>
            {data.proofs.length === 0 && <p className="text-t2">Nothing yet.</p>}
            <ul className="grid gap-3">
              {data.proofs.map((of) => (
                <ProofLine key={of.id} of={of} writes={can("standards.write")} />
              ))}
            </ul>
            {can("standards.write") && (
              <button
                type="button"
                className="btn justify-self-start"
                onClick={() => setTying(true)}
              >
                Tie what proves it
              </button>
            )}
          </>
        )}
      </div>
      {tying && <TieDialog clauseId={id} onClose={() => setTying(false)} />}
    </Panel>
  );
}
