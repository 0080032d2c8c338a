import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { controlAnswers } from "#kernel/control.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { keyInWords } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { failureCourse, failureCycle, failureStatuses } from "../failure/failure.labels.ts";
import { waiverStatuses } from "../waiver/waiver.labels.ts";
import type { FailureDetail } from "../failure/failure.model.ts";

const AssignDialog = dialogOnDemand(async () => (await import("./AssignDialog.tsx")).AssignDialog);
const AnswerDialog = dialogOnDemand(async () => (await import("./AssignDialog.tsx")).AnswerDialog);

const WaiverDialog = dialogOnDemand(async () => (await import("./WaiverDialog.tsx")).WaiverDialog);

const look = {
  statuses: failureStatuses,
  course: failureCourse,
  actions: failureCycle.actions,
};

const causes = {
  record: "The record changed",
  rule: "A rule of law changed",
  control: "The control came or changed",
  time: "Its day came",
  asked: "Somebody asked",
} as const;

const shownFact = (value: unknown): string =>
  value === null || value === undefined
    ? "none"
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value as string | number);

function Judgement({ of }: { of: FailureDetail["judgements"][number] }) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex flex-wrap items-center gap-3">
        <StatusBadge statuses={controlAnswers} status={of.answer} />
        <span className="text-13 text-t2">
          {formatInstant(of.judgedAt, timeZone)} · {causes[of.cause]}
        </span>
      </span>
      <span>{of.said}</span>
      <span className="text-12 text-t3">
        By the law of {formatDate(of.day)}
        {of.citations.map(
          ({ text, verified }) => ` · ${text}${verified ? "" : " (not read again)"}`,
        )}
      </span>
      <details>
        <summary className="text-13">What it was judged by</summary>
        <Facts>
          {Object.entries(of.facts).map(([name, value]) => (
            <Fact key={name} label={keyInWords(name)}>
              {shownFact(value)}
            </Fact>
          ))}
        </Facts>
      </details>
      {of.shown.length > 0 && (
        <span className="flex flex-wrap gap-3 text-13">
          {of.shown.map(({ label, href }) => (
            <Link key={href} className="text-link underline" to={href}>
              {label}
            </Link>
          ))}
        </span>
      )}
    </li>
  );
}

function Demand({ failure: f }: { failure: FailureDetail }) {
  const [latest] = f.judgements;
  const met = f.status === "closed";
  return (
    <Panel title={f.control}>
      <p className="finding mb-3">{met && latest ? `${latest.said} It was: ${f.said}` : f.said}</p>
      <Facts>
        <Fact label="It demands">{f.demands}</Fact>
        <Fact label="Law">
          {f.citation || "The agency's own demand"}
          {latest?.citations.some(({ verified }) => !verified) && (
            <Badge tone="warning" label="Source not read again" />
          )}
        </Fact>
        <Fact label="Judged by the law of">{f.dayNamed}</Fact>
        <Fact label="What satisfies it">{f.remedy}</Fact>
      </Facts>
      {f.href && f.status !== "closed" && (
        <p className="mt-3">
          <Link className="btn" to={f.href}>
            Open {f.subject}
          </Link>
        </p>
      )}
    </Panel>
  );
}

function Waived({ failure: f }: { failure: FailureDetail }) {
  const { timeZone } = useAgency();
  if (!f.waiver) return null;
  return (
    <Panel title="Waiver">
      <p className="flex flex-wrap items-center gap-3">
        <Link className="text-link underline" to={pathTo("controlWaiver", { id: f.waiver.id })}>
          {f.waiver.number}
        </Link>
        <StatusBadge statuses={waiverStatuses} status={f.waiver.status} />
        <span className="text-t2">
          {f.status === "waived" ? "It need not be met until " : "Asked until "}
          {formatInstant(f.waiver.endsAt, timeZone)}
        </span>
      </p>
    </Panel>
  );
}

function Answer({ failure: f }: { failure: FailureDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Answer">
      {f.answer ? (
        <>
          <p className="whitespace-pre-line">{f.answer}</p>
          <p className="mt-2 text-13 text-t2">
            {f.answeredBy}
            {f.answeredAt && `, ${formatInstant(f.answeredAt, timeZone)}`}
          </p>
        </>
      ) : (
        <p className="text-t2">
          {f.status === "closed"
            ? "Nobody had to answer: the record meets the control."
            : f.owner
              ? `${f.owner} has not answered yet.`
              : "Nobody answers for it yet: assign it."}
        </p>
      )}
    </Panel>
  );
}

const waiverOf = ({ askWaiver: { controlId, subjectId, part } }: FailureDetail) => ({
  controlId,
  subjectId,
  part,
});

/** A record that breaks a control: the rule, what was found, who answers, and how it was judged. */
export default function FailurePage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<{
    what: "assign" | "answer" | "waiver";
    of: FailureDetail;
  } | null>(null);
  const navigate = useNavigate();
  const { can } = useAuth();
  const judge = useMutationAction<FailureDetail>("control-failures");
  const again = (f: FailureDetail) =>
    judge.mutate(
      { path: `/api/v1/control-failures/${f.id}/actions/judge` },
      {
        onSuccess: (now) =>
          now.status === "closed"
            ? notify.done("It meets the control now")
            : notify.done("Judged again", now.said),
        onError: (error) => notify.failed("Not judged", error),
      },
    );
  const offered = (f: FailureDetail, name: "assign" | "answer") => {
    const action = f.actions.find((each) => each.name === name);
    return action
      ? [
          {
            label: action.label,
            ...(name === "answer" && { tone: "primary" as const }),
            reason: action.reason,
            onSelect: () => setOpen({ what: name, of: f }),
          },
        ]
      : [];
  };
  return (
    <>
      <RecordPage<FailureDetail>
        path="/api/v1/control-failures"
        id={id}
        lifecycle={look}
        title={(f) => `${f.subject} · ${f.title}`}
        subtitle={(f) => f.control}
        owner={(f) => f.owner}
        amountCents={(f) => f.amount}
        deadline={(f) => (f.status === "closed" ? null : { at: f.dueOn, label: "Answer by" })}
        ownActions={["assign", "answer"]}
        extraActions={(f) => [
          ...offered(f, "answer"),
          ...offered(f, "assign"),
          ...(f.askWaiver.offered
            ? [{ label: "Ask for a waiver", onSelect: () => setOpen({ what: "waiver", of: f }) }]
            : []),
          ...(can("assurance.audit")
            ? [
                {
                  label: "Take over as an audit finding",
                  onSelect: () =>
                    void navigate(`${pathTo("auditFindings")}?take=control&of=${f.id}`),
                },
              ]
            : []),
          ...(f.status === "closed" ? [] : [{ label: "Judge again", onSelect: () => again(f) }]),
        ]}
        tabs={[
          {
            id: "finding",
            label: "What was found",
            content: (f) => (
              <>
                <Demand failure={f} />
                <Waived failure={f} />
                <Answer failure={f} />
              </>
            ),
          },
          {
            id: "judgements",
            label: "Judged",
            count: (f) => f.judgements.length,
            content: (f) => (
              <Panel title="Each time that it was judged" flush>
                <ul>
                  {f.judgements.map((each) => (
                    <Judgement key={each.id} of={each} />
                  ))}
                </ul>
              </Panel>
            ),
          },
        ]}
      />
      {open?.what === "assign" && <AssignDialog failure={open.of} onClose={() => setOpen(null)} />}
      {open?.what === "waiver" && (
        <WaiverDialog
          of={{ scope: "record", ...waiverOf(open.of) }}
          about={`${open.of.subject}: ${open.of.said}`}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "answer" && <AnswerDialog failure={open.of} onClose={() => setOpen(null)} />}
    </>
  );
}
