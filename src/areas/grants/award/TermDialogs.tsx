import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, MoneyField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { termKinds } from "./award.labels.ts";
import type { AwardDetail } from "./award.model.ts";
const closing = (onClose: () => void) => (open: boolean) => {
  if (!open) onClose();
};

type TermValues = {
  kind: string;
  objectClass: string | null;
  cents: number | null;
  words: string;
  document: string;
  page: string;
};

/** Enters a term as its document says it. */
export function TermDialog({ awardId, onClose }: { awardId: string; onClose: () => void }) {
  const save = useMutationAction("grant-awards");
  return (
    <Dialog
      open
      onOpenChange={closing(onClose)}
      title="Add a term"
      description="It is checked when a requisition or order is sent and when an invoice is approved."
    >
      <Form<TermValues>
        formKey={null}
        defaultValues={{
          kind: "ceiling",
          objectClass: null,
          cents: null,
          words: "",
          document: "",
          page: "",
        }}
        submitLabel="Add term"
        onCancel={onClose}
        onSubmit={async (v) => {
          await save.mutateAsync({
            path: `/api/v1/grant-awards/${awardId}/terms`,
            body: {
              ...v,
              objectClass: v.objectClass || null,
              page: v.page ? Number(v.page) : null,
            },
          });
          onClose();
        }}
      >
        <SelectField name="kind" label="Kind" required options={options(termKinds)} />
        <SelectField name="objectClass" label="Object class" options={options(objectClasses)} />
        <MoneyField name="cents" label="Amount" />
        <TextArea name="words" label="What it says" required maxLength={2000} />
        <TextField name="document" label="Document" required maxLength={200} />
        <TextField name="page" label="Page" />
      </Form>
    </Dialog>
  );
}

/** Records the grantor's approval. */
export function ApprovalDialog({ termId, onClose }: { termId: string; onClose: () => void }) {
  const save = useMutationAction("grant-awards");
  return (
    <Dialog
      open
      onOpenChange={closing(onClose)}
      title="Record the approval"
      description="What the grantor approved, and when."
    >
      <Form<{ approvedOn: string; approval: string }>
        formKey={null}
        defaultValues={{ approvedOn: "", approval: "" }}
        submitLabel="Record approval"
        onCancel={onClose}
        onSubmit={async (body) => {
          await save.mutateAsync({ path: `/api/v1/award-terms/${termId}/approval`, body });
          onClose();
        }}
      >
        <DateField name="approvedOn" label="Approved on" required />
        <TextArea name="approval" label="By whom and how" required maxLength={400} />
      </Form>
    </Dialog>
  );
}

type Person = { personId: string; name: string; email: string };
type OverrideValues = {
  accountStringId: string;
  requesterId: string;
  most: number | null;
  reason: string;
};

/** Lets somebody else's purchase pass over the terms. */
export function OverrideDialog({ award, onClose }: { award: AwardDetail; onClose: () => void }) {
  const save = useMutationAction("grant-awards");
  return (
    <Dialog
      open
      onOpenChange={closing(onClose)}
      title="Let a purchase pass"
      description="For seven days this person may charge the account in spite of the terms. It is on the record with your reason."
    >
      <Form<OverrideValues>
        formKey={null}
        defaultValues={{ accountStringId: "", requesterId: "", most: null, reason: "" }}
        submitLabel="Let it pass"
        onCancel={onClose}
        onSubmit={async (v) => {
          await save.mutateAsync({
            path: `/api/v1/grant-awards/${award.id}/overrides`,
            body: { ...v, most: v.most ?? 0 },
          });
          onClose();
        }}
      >
        <SelectField
          name="accountStringId"
          label="Account"
          required
          options={award.accounts.map((a) => ({ value: a.id, label: a.code }))}
        />
        <Combobox<Person & { id: string }>
          name="requesterId"
          label="Whose purchase"
          required
          path="/api/v1/members"
          query="active=true"
          itemLabel={(p) => p.name}
          itemHint={(p) => p.email}
        />
        <MoneyField name="most" label="Up to" required />
        <ReasonField />
      </Form>
    </Dialog>
  );
}
