import { Link } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { partKinds } from "../base/base.model.ts";
import type { AccountString } from "../budget.model.ts";
import type { ProposalDetail, ProposalLine } from "./proposal.model.ts";

function Base({ line }: { line: ProposalLine }) {
  return (
    <div className="stack mb-4">
      <Facts>
        {line.actuals.map((a) => (
          <Fact key={a.year} label={<>Actual {a.year}</>}>
            {formatCents(a.cents)}
          </Fact>
        ))}
        <Fact label="This year, revised">{formatCents(line.revised)}</Fact>
        {line.projection !== null && (
          <Fact label="Year-end forecast">{formatCents(line.projection)}</Fact>
        )}
        <Fact label="Base">{formatCents(line.base)}</Fact>
      </Facts>
      {line.parts.map((part) => (
        <details key={part.kind}>
          <summary>
            {partKinds[part.kind]}: {formatCents(part.cents)}
          </summary>
          <ul className="ml-4 grid gap-1 pt-1 text-13">
            {part.rows.map((row) => (
              <li key={row.label}>
                {row.href ? <Link to={row.href}>{row.label}</Link> : row.label}:{" "}
                {formatCents(row.cents)}
              </li>
            ))}
          </ul>
        </details>
      ))}
      {line.note && <p>Note: {line.note}</p>}
      {line.reviewReason && <p>Reviewer: {line.reviewReason}</p>}
    </div>
  );
}

/** A line: where its base comes from, and the column that this person may write. */
export function LineDialog({
  proposal,
  line,
  onClose,
}: {
  proposal: ProposalDetail;
  line: ProposalLine;
  onClose: () => void;
}) {
  const save = useMutationAction("budget-proposals", "budget-cycles");
  const typed = line.source === "entered";
  return (
    <Dialog onClose={onClose} title={line.code} description={`${line.label}, ${line.fund}`}>
      <Base line={line} />
      {proposal.mayAsk && typed && (
        <Form<{ requested: number | null; note: string }>
          formKey={null}
          defaultValues={{ requested: line.requested, note: line.note }}
          submitLabel="Save the request"
          onCancel={onClose}
          onSubmit={async ({ requested, note }) => {
            await save.mutateAsync({
              method: "PATCH",
              path: `/api/v1/budget-proposal-lines/${line.id}`,
              body: { requested: requested ?? 0, note },
              version: line.version,
            });
            onClose();
          }}
        >
          <MoneyField name="requested" label="Requested" required />
          <TextArea name="note" label="Note" rows={2} maxLength={2000} />
        </Form>
      )}
      {proposal.mayReview && typed && (
        <Form<{ reviewed: number | null; reason: string }>
          formKey={null}
          defaultValues={{ reviewed: line.reviewed, reason: line.reviewReason }}
          submitLabel="Save the recommendation"
          onCancel={onClose}
          onSubmit={async (values) => {
            await save.mutateAsync({
              method: "PUT",
              path: `/api/v1/budget-proposal-lines/${line.id}/review`,
              body: values,
              version: line.version,
            });
            onClose();
          }}
        >
          <MoneyField name="reviewed" label="Recommended" hint="Empty: as requested" />
          <TextArea name="reason" label="Why" rows={2} maxLength={2000} />
        </Form>
      )}
    </Dialog>
  );
}

/** Adds a line of the department's own account. */
export function AddLineDialog({
  proposal,
  onClose,
}: {
  proposal: ProposalDetail;
  onClose: () => void;
}) {
  const save = useMutationAction("budget-proposals", "budget-cycles");
  return (
    <FormDialog<{ accountStringId: string; requested: number | null; note: string }>
      title="Add a line"
      defaultValues={{ accountStringId: "", requested: null, note: "" }}
      submitLabel="Add the line"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: `/api/v1/budget-proposals/${proposal.id}/lines`,
          body: { ...values, requested: values.requested ?? 0 },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<AccountString>
        name="accountStringId"
        label="Account"
        required
        path="/api/v1/account-strings"
        query={`all=true&departmentId=${proposal.departmentId}`}
        itemLabel={(a) => `${a.code} · ${a.label}`}
      />
      <MoneyField name="requested" label="Requested" required />
      <TextArea name="note" label="Note" rows={2} maxLength={2000} />
    </FormDialog>
  );
}
