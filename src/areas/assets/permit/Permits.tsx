import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { RadioGroup, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { WorkOrderDetail } from "../work-order/work-order.model.ts";
import { permitAnswers, permitKinds } from "./permit.labels.ts";
import type { DemandedPermit, EndedPermit } from "./permit.model.ts";

function Item({ at, item }: { at: number; item: DemandedPermit["items"][number] }) {
  const answer = useWatch({ name: `answers.${at}.answer` }) as string;
  return (
    <div className="grid gap-2 border-b border-hair pb-3">
      <RadioGroup
        name={`answers.${at}.answer`}
        label={item.text}
        hint={`29 CFR ${item.citation}`}
        needed="to be answered"
        options={options(permitAnswers)}
      />
      {answer === "na" && (
        <TextField
          name={`answers.${at}.reason`}
          label="Why it does not apply"
          required
          maxLength={500}
        />
      )}
    </div>
  );
}

function IssueDialog({
  work,
  permit,
  onClose,
}: {
  work: WorkOrderDetail;
  permit: DemandedPermit;
  onClose: () => void;
}) {
  const { label } = permitKinds[permit.kind];
  return (
    <PostDialog
      title={`${label}: permit for today`}
      description={`What has to hold before ${work.number} begins, by ${permit.citation}. It ends with the day.`}
      path={`/api/v1/work-orders/${work.id}/permits`}
      submit="Issue the permit"
      nouns={["work-orders"]}
      values={{
        kind: permit.kind,
        supervisor: work.lead ?? "",
        note: "",
        answers: permit.items.map(({ key }) => ({ item: key, answer: "", reason: "" })),
      }}
      onClose={onClose}
    >
      <TextField name="supervisor" label="Supervised by" required maxLength={200} />
      {permit.items.map((item, at) => (
        <Item key={item.key} at={at} item={item} />
      ))}
      <TextArea name="note" label="Readings and what else is noted" rows={2} maxLength={2000} />
    </PostDialog>
  );
}

function Issued({
  issued,
  items,
}: {
  issued: NonNullable<DemandedPermit["issued"]>;
  items: readonly { key: string; text: string }[];
}) {
  const { timeZone } = useAgency();
  const reasons = issued.answers.filter((each) => each.answer === "na");
  const textOf = (key: string) => items.find((item) => item.key === key)?.text ?? key;
  return (
    <>
      <p>
        Issued {formatInstant(issued.issuedAt, timeZone)} by {issued.issuedBy ?? "a former member"},
        supervised by {issued.supervisor}. It ends with its day.
      </p>
      {issued.note && <p className="whitespace-pre-wrap text-t2">{issued.note}</p>}
      {reasons.map((each) => (
        <p key={each.item} className="text-13 text-t2">
          Does not apply: {textOf(each.item)}. {each.reason}
        </p>
      ))}
    </>
  );
}

/** Permits of days that are over: kept with the job, closed or not. */
function Ended({ permits }: { permits: readonly EndedPermit[] }) {
  if (permits.length === 0) return null;
  return (
    <details className="mt-4">
      <summary>{counted(permits.length, "permit")} of days that are over</summary>
      <ul className="mt-3 grid gap-4">
        {permits.map((permit) => (
          <li key={permit.id} className="grid gap-1">
            <b>{permitKinds[permit.kind].label}</b>
            <Issued issued={permit} items={permit.items} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const open: readonly string[] = ["approved", "scheduled", "on_hold", "in_progress"];

/** Permits that the work demands: issued for today, or what has to be done before it begins. */
export function Permits({ work }: { work: WorkOrderDetail }) {
  const { can } = useAuth();
  const [issuing, setIssuing] = useState<DemandedPermit | null>(null);
  const over = ["closed", "cancelled"].includes(work.status);
  const demanded = over ? [] : work.permits;
  if (demanded.length === 0 && work.endedPermits.length === 0) return null;
  const may = can("workOrder.work") && open.includes(work.status);
  return (
    <Panel
      title="Permits to work"
      {...(demanded.length > 0 && {
        aside: `${demanded.filter((each) => each.issued).length} of ${demanded.length} for today`,
      })}
    >
      <ul className="grid gap-4">
        {demanded.map((permit) => (
          <li key={permit.kind} className="grid gap-1">
            <b>{permitKinds[permit.kind].label}</b>
            {permit.issued ? (
              <Issued issued={permit.issued} items={permit.items} />
            ) : (
              <p className="text-t2">
                Not issued for today. {permit.items.length} things have to hold, by{" "}
                {permit.citation}
                {permit.verified ? "" : " (entered from memory: compare with the text)"}.
              </p>
            )}
            {may && !permit.issued && (
              <div>
                <button type="button" className="btn btn-small" onClick={() => setIssuing(permit)}>
                  Issue the permit
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Ended permits={work.endedPermits} />
      {issuing && <IssueDialog work={work} permit={issuing} onClose={() => setIssuing(null)} />}
    </Panel>
  );
}
