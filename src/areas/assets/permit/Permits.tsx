import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { RadioGroup, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { WorkOrderDetail } from "../work-order/work-order.model.ts";
import { permitAnswers, permitKinds } from "./permit.labels.ts";
import type { DemandedPermit } from "./permit.model.ts";

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
  items: DemandedPermit["items"];
}) {
  const { timeZone } = useAgency();
  const reasons = issued.answers.filter((each) => each.answer === "na");
  const textOf = (key: string) => items.find((item) => item.key === key)?.text ?? key;
  return (
    <>
      <p>
        Issued {formatInstant(issued.issuedAt, timeZone)} by {issued.issuedBy ?? "a former member"},
        supervised by {issued.supervisor}. It ends with the day.
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

const open: readonly string[] = ["approved", "scheduled", "on_hold", "in_progress"];

/** Permits that the work demands: issued for today, or what has to be done before it begins. */
export function Permits({ work }: { work: WorkOrderDetail }) {
  const { can } = useAuth();
  const [issuing, setIssuing] = useState<DemandedPermit | null>(null);
  if (work.permits.length === 0 || ["closed", "cancelled"].includes(work.status)) return null;
  const may = can("workOrder.work") && open.includes(work.status);
  return (
    <Panel
      title="Permits to work"
      aside={`${work.permits.filter((each) => each.issued).length} of ${work.permits.length} for today`}
    >
      <ul className="grid gap-4">
        {work.permits.map((permit) => (
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
      {issuing && <IssueDialog work={work} permit={issuing} onClose={() => setIssuing(null)} />}
    </Panel>
  );
}
