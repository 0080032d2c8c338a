import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import { groupBy } from "#kernel/group.ts";
import { formatCents } from "#kernel/money.ts";
import { inSentence } from "#kernel/words.ts";
import { useRecord, useMutationAction } from "#web/kit/queries.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Sources } from "./Sources.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { findingStatuses } from "../finding/finding.labels.ts";
import type { AcceptedFinding, AgentFindingDetail } from "../finding/finding.model.ts";

const EditDialog = dialogOnDemand(async () => (await import("./EditDialog.tsx")).EditDialog);
const DismissDialog = dialogOnDemand(
  async () => (await import("./DismissDialog.tsx")).DismissDialog,
);

type Proposed = NonNullable<AgentFindingDetail["proposal"]>;

type Change = Proposed["changes"][number];

// A day that is sent as a day reads as one.
const inWords = (value: string): string => (isDate(value) ? formatDate(value) : value);

function Value({ change }: { change: Change }) {
  const { label, from, to, optional } = change;
  return (
    <div className="rounded border border-hair p-2">
      <dt className="text-13 text-t2">{label}</dt>
      <dd className="break-words">
        {from && <del className="mr-2 text-t2">{inWords(from)}</del>}
        {to ? (
          <ins className="font-medium no-underline">{inWords(to)}</ins>
        ) : (
          !from && <span className="text-t2">{optional ? "—" : "Still to be filled in"}</span>
        )}
      </dd>
    </div>
  );
}

/** What changes, value by value: how it stands and how it would; what belongs together in a group. */
function Changes({ changes }: { changes: Proposed["changes"] }) {
  const alone = changes.filter(({ group }) => !group);
  const groups = groupBy(
    changes.filter(({ group }) => group),
    ({ group }) => group!,
  );
  const many = groups.size > 0;
  return (
    <>
      <dl className={many ? "grid gap-2 sm:grid-cols-2" : "grid gap-2"}>
        {alone.map((change) => (
          <Value key={change.label} change={change} />
        ))}
      </dl>
      {[...groups].map(([group, values]) => (
        <section key={group} className="grid gap-2">
          <h3>{group}</h3>
          <dl className="grid grid-cols-2 gap-2 md:grid-cols-3">
            {values.map((change) => (
              <Value key={change.label} change={change} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** Whether a person has to fill it in before it can be accepted. */
const isLacking = ({ path, from, to, optional }: Change): boolean =>
  path !== null && !optional && from === "" && to === "";

type OnAccepted = (accepted: AcceptedFinding) => void;

function Decide({
  finding,
  onAccepted,
}: {
  finding: AgentFindingDetail;
  onAccepted?: OnAccepted | undefined;
}) {
  const [open, setOpen] = useState<"edit" | "dismiss" | null>(null);
  const act = useMutationAction<AcceptedFinding>("agent-findings", "invoices", "copilot");
  const accepting = finding.actions.find(({ name }) => name === "accept");
  const accept = async () => {
    try {
      const accepted = await act.mutateAsync({
        path: `/api/v1/agent-findings/${finding.id}/actions/accept`,
        body: { edits: [] },
        version: finding.version,
      });
      const { status, said } = accepted;
      notify.done(status === "superseded" ? "Nothing was changed" : "Accepted", said);
      onAccepted?.(accepted);
    } catch (error) {
      notify.failed("It was not accepted", error);
    }
  };
  const changes = finding.proposal?.changes ?? [];
  const editable = changes.some(({ path }) => path !== null);
  const lacks = changes.some(isLacking);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {accepting && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={!accepting.enabled || act.isPending}
            onClick={() => (lacks ? setOpen("edit") : void accept())}
          >
            {lacks ? "Fill in and accept" : "Accept"}: {inSentence(finding.proposal?.label ?? "")}
          </button>
        )}
        {accepting?.enabled && editable && !lacks && (
          <button type="button" className="btn" onClick={() => setOpen("edit")}>
            Change it first
          </button>
        )}
        {finding.actions.some(({ name, enabled }) => name === "dismiss" && enabled) && (
          <button type="button" className="btn" onClick={() => setOpen("dismiss")}>
            Dismiss
          </button>
        )}
      </div>
      {accepting && !accepting.enabled && <p className="text-t2">{accepting.reason}</p>}
      {open === "edit" && (
        <EditDialog finding={finding} onAccepted={onAccepted} onClose={() => setOpen(null)} />
      )}
      {open === "dismiss" && <DismissDialog finding={finding} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Why it is so: a sentence, or several of which each stands for itself. */
function Why({ text }: { text: string }) {
  const lines = text.split("\n");
  if (lines.length === 1) return <p>{text}</p>;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/**
 * One finding: what, why, since when, what it rests on, and the change that it proposes; its map stands
 * elsewhere where it is `drawn`.
 */
export function FindingPanel({
  id,
  drawn = false,
  onAccepted,
}: {
  id: string;
  drawn?: boolean;
  onAccepted?: OnAccepted;
}) {
  const { data: finding } = useRecord<AgentFindingDetail>("/api/v1/agent-findings", id);
  if (!finding) return <div aria-busy="true" />;
  return (
    <article className="grid content-start gap-4 rounded border border-hair p-4" aria-live="polite">
      <h2>{finding.what}</h2>
      {finding.status !== "open" && (
        <StatusBadge statuses={findingStatuses} status={finding.status} />
      )}
      <Why text={finding.why} />
      {finding.words && (
        <p>
          {finding.words} <span className="text-13 text-t2">In a language model’s words.</span>
        </p>
      )}
      <Decide finding={finding} onAccepted={onAccepted} />
      {finding.proposal && <Changes changes={finding.proposal.changes} />}
      {!finding.proposal && (
        <p className="text-t2">It proposes no change: somebody does what it says by hand.</p>
      )}
      <Sources sources={finding.sources} map={!drawn} />
      <Facts
        rows={[
          [
            "Record",
            <Link key="record" to={finding.subjectHref}>
              {finding.subjectNumber}
            </Link>,
          ],
          [
            "Done in",
            finding.made && (
              <Link key="made" to={finding.made.href}>
                {finding.made.number}
              </Link>
            ),
          ],
          ["At stake", finding.cents === 0 ? null : formatCents(finding.cents)],
          ["Since", finding.since && formatDate(finding.since)],
          ["Until", finding.dueOn && formatDate(finding.dueOn)],
          [
            "Found",
            `${formatDate(finding.foundOn)} by the ${inSentence(finding.agentName)}, ${finding.runNumber}`,
          ],
        ]}
      />
    </article>
  );
}
