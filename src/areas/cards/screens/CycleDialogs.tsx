import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { CycleDetail } from "../cycle/cycle.model.ts";

const nouns = ["card-cycles", "card-standing", "card-lines"];

/** Opens a cycle of a bank's cards. */
export function CycleDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<{ bankId: string; opensOn: string; closesOn: string }>
      title="Open a cycle"
      description="Lines that the bank posts on these days belong to it, also those that are here already."
      path="/api/v1/card-cycles"
      submit="Open it"
      values={{ bankId: "", opensOn: "", closesOn: "" }}
      nouns={nouns}
      onClose={onClose}
      onDone={onDone}
    >
      <Combobox<{ id: string; name: string }>
        name="bankId"
        label="Bank"
        required
        path="/api/v1/vendors"
        query="status=active"
        itemLabel={({ name }) => name}
      />
      <FormRow>
        <DateField name="opensOn" label="First day" required />
        <DateField name="closesOn" label="Last day" required />
      </FormRow>
    </PostDialog>
  );
}

type Stated = {
  statementNumber: string;
  statementOn: string;
  dueOn: string;
  statementCents: number | null;
  files: Pick<StoredFile, "id" | "name" | "size">[];
};

/** Keeps what the bank's statement says of a cycle. */
export function StateDialog({ cycle, onClose }: { cycle: CycleDetail; onClose: () => void }) {
  return (
    <PostDialog<Stated>
      title="Read the statement"
      description="Its total is compared with the lines, to the cent."
      path={`/api/v1/card-cycles/${cycle.id}/actions/state`}
      submit="Keep it"
      values={{
        statementNumber: cycle.statementNumber,
        statementOn: cycle.statementOn ?? cycle.closesOn,
        dueOn: cycle.dueOn ?? "",
        statementCents: cycle.statementCents,
        files: cycle.file ? [{ ...cycle.file, size: 0 }] : [],
      }}
      nouns={nouns}
      version={cycle.version}
      bodyOf={({ files, ...given }) => ({ ...given, fileId: files[0]?.id ?? null })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="statementNumber" label="Statement number" required maxLength={60} />
        <MoneyField name="statementCents" label="Total of the statement" required />
      </FormRow>
      <FormRow>
        <DateField name="statementOn" label="Statement's day" required />
        <DateField name="dueOn" label="Due" required />
      </FormRow>
      <FileDrop name="files" label="Statement" accept="application/pdf" most={1} />
    </PostDialog>
  );
}
