import { DateField, FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { PositiveStanding } from "./positive.model.ts";

type Of = { standing: PositiveStanding; onClose: () => void };
const nouns = ["positive-pay-files", "positive-pay-standing", "check-exceptions"];
const choices = (of: readonly { id: string; name: string }[]) =>
  of.map(({ id, name }) => ({ value: id, label: name }));

/** Makes the file of all checks that have not gone to the bank. */
export function FileDialog({ standing, onClose }: Of) {
  const waiting = standing.accounts.filter(({ issues, voids }) => issues + voids > 0);
  return (
    <PostDialog<{ accountId: string; layoutId: string }>
      title="Make the file"
      description="All checks that were issued or voided and have not gone to the bank. Each goes once."
      path="/api/v1/positive-pay-files"
      submit="Make it"
      values={{
        accountId: waiting[0]?.id ?? standing.accounts[0]?.id ?? "",
        layoutId: standing.layouts[0]?.id ?? "",
      }}
      nouns={nouns}
      onClose={onClose}
    >
      <SelectField name="accountId" label="Account" required options={choices(standing.accounts)} />
      <SelectField name="layoutId" label="Layout" required options={choices(standing.layouts)} />
    </PostDialog>
  );
}

type Asked = {
  accountId: string;
  checkNumber: string;
  cents: number | null;
  payee: string;
  presentedOn: string;
  cutOff: string;
};

/** Takes in a check that the bank asks about. */
export function AskDialog({ standing, today, onClose }: Of & { today: string }) {
  return (
    <PostDialog<Asked>
      title="The bank asks about a check"
      description="Whoever may decide is told. Undecided at the cut-off, the check goes back."
      path="/api/v1/check-exceptions"
      submit="Ask"
      values={{
        ...{ accountId: standing.accounts[0]?.id ?? "", checkNumber: "", cents: null, payee: "" },
        ...{ presentedOn: today, cutOff: "14:00" },
      }}
      nouns={nouns}
      onClose={onClose}
    >
      <SelectField name="accountId" label="Account" required options={choices(standing.accounts)} />
      <FormRow>
        <TextField name="checkNumber" label="Check number" required maxLength={15} />
        <MoneyField name="cents" label="Presented for" required />
      </FormRow>
      <TextField name="payee" label="Presented payee" maxLength={200} />
      <FormRow>
        <DateField name="presentedOn" label="Presented" required />
        <TextField
          name="cutOff"
          label="Cut-off today"
          hint="The agency's time, such as 14:00"
          required
          maxLength={5}
        />
      </FormRow>
    </PostDialog>
  );
}
