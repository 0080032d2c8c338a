import { useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { questionedStatuses } from "../questioned/questioned.labels.ts";
import { requestStatuses } from "../request/request.labels.ts";
import { RequestFields } from "../request/RequestFields.tsx";
import { blankRequest, requestBody, type RequestForm } from "../request/requestForm.ts";
import { FactsList } from "../subaward/FactsList.tsx";
import { subawardStatuses } from "../subaward/subaward.labels.ts";
import type { OwnSubawardDetail } from "./portal.model.ts";
import { TakeBack } from "./TakeBack.tsx";

function Requests({ s }: { s: OwnSubawardDetail }) {
  if (s.requests.length === 0)
    return <p className="px-4 py-3 text-t2">You have not asked for payment yet.</p>;
  return (
    <ul>
      {s.requests.map((r) => (
        <li
          key={r.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0"
        >
          <span className="mono">{r.number}</span>
          <span className="text-right tabular-nums">{formatCents(r.amount)}</span>
          <div className="text-13 text-t3">
            {r.statusReason && <p className="text-warning">{r.statusReason}</p>}
            <details>
              <summary>
                {formatDate(r.periodFrom)} to {formatDate(r.periodTo)} ·{" "}
                {counted(r.lines.length, "cost")}
              </summary>
              <ul className="mt-1">
                {r.lines.map((l) => (
                  <li key={l.id}>
                    {formatDate(l.incurredOn)} · {l.payee}, {l.description} · {formatCents(l.cents)}
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <span className="flex flex-col items-end gap-2">
            <StatusBadge statuses={requestStatuses} status={r.status} />
            {r.status === "submitted" && (
              <TakeBack
                number={r.number}
                path={`/api/v1/vendor-subaward-requests/${s.orgId}/${r.id}`}
                version={r.version}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

// What its requests that wait or are accepted asked for, by class.
const askedOf = (s: OwnSubawardDetail) =>
  s.requests
    .filter((r) => r.status === "submitted" || r.status === "accepted")
    .flatMap((r) => r.lines);

function AskForm({ s, onDone }: { s: OwnSubawardDetail; onDone: () => void }) {
  const save = useMutationAction<{ number: string }>("vendor-subawards", "vendor-grants");
  return (
    <Panel title="Ask for payment">
      <Form<RequestForm>
        formKey={`portal-request-${s.id}`}
        defaultValues={blankRequest}
        submitLabel="Send request"
        wide
        onCancel={onDone}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: `/api/v1/vendor-subawards/${s.orgId}/${s.id}/requests`,
            body: requestBody(values),
          });
          notify.done("Sent", made.number);
          onDone();
        }}
      >
        <RequestFields classes={{ budget: s.budget, asked: askedOf(s) }} />
      </Form>
    </Panel>
  );
}

function Questioned({ s }: { s: OwnSubawardDetail }) {
  return (
    <Panel title="Costs that were questioned" flush>
      <ul>
        {s.questioned.map((q) => (
          <li
            key={q.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0"
          >
            <span>
              {q.payee}, {q.description} <span className="mono text-t3">{q.request}</span>
            </span>
            <span className="text-right tabular-nums">{formatCents(q.cents)}</span>
            <span className="text-13 text-t2">
              {q.reason}
              {q.decision && q.decidedOn && (
                <span className="block">
                  {q.disallowed > 0 && `${formatCents(q.disallowed)} are not allowed. `}
                  {q.decision} ({formatDate(q.decidedOn)})
                </span>
              )}
            </span>
            <span className="text-right">
              <StatusBadge statuses={questionedStatuses} status={q.status} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Terms({ s }: { s: OwnSubawardDetail }) {
  return (
    <Panel title="What this subaward states (2 CFR 200.332(b)(1))">
      <FactsList facts={s.facts} />
    </Panel>
  );
}

function Body({ s }: { s: OwnSubawardDetail }) {
  const [asking, setAsking] = useState(false);
  const { waiting } = s;
  const takes = s.status === "active" || s.status === "ended";
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-t2">
        <StatusBadge statuses={subawardStatuses} status={s.status} />
        {s.agency} · {formatDate(s.startsOn)} to {formatDate(s.endsOn)} · {formatCents(s.amount)},{" "}
        {formatCents(s.amount - s.claimed - s.held - waiting)} left
        {waiting > 0 && `, ${formatCents(waiting)} wait for a decision`}
        {s.held > 0 && `, ${formatCents(s.held)} held back`}
      </p>
      {asking ? (
        <AskForm s={s} onDone={() => setAsking(false)} />
      ) : (
        takes && (
          <p>
            <button type="button" className="btn btn-primary" onClick={() => setAsking(true)}>
              Ask for payment
            </button>
          </p>
        )
      )}
      <Panel title="Payment requests" flush>
        <Requests s={s} />
      </Panel>
      {s.questioned.length > 0 && <Questioned s={s} />}
      <Terms s={s} />
    </>
  );
}

/** /vendor-portal/grants/:orgId/:id: a subaward, what it states, and what was asked for. */
export default function PortalSubaward() {
  const { orgId = "", id = "" } = useParams();
  const subaward = useGet<OwnSubawardDetail>(
    "vendor-subawards",
    `/api/v1/vendor-subawards/${orgId}/${id}`,
  );
  return (
    <PortalFrame
      title={subaward.data ? `${subaward.data.number} ${subaward.data.title}` : "Subaward"}
    >
      {subaward.isPending ? (
        <RecordSkeleton />
      ) : subaward.data ? (
        <Body s={subaward.data} />
      ) : (
        <ErrorPanel error={subaward.error} what="This subaward" />
      )}
    </PortalFrame>
  );
}
