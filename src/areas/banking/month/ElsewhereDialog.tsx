import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { BankMonthDetail } from "./month.model.ts";

type Props = { month: BankMonthDetail; onClose: () => void };

/** Notes what the agency's finance system has on the last day. */
export function ElsewhereDialog({ month: m, onClose }: Props) {
  return (
    <PostDialog
      title="The finance system"
      description="Its cash balance of this account on the last day of the month. The reviewer reads it beside the books here."
      path={`/api/v1/bank-months/${m.id}/actions/compare`}
      submit="Note it"
      values={{ elsewhere: m.elsewhere, elsewhereNote: m.elsewhereNote }}
      nouns={["bank-months"]}
      version={m.version}
      onClose={onClose}
    >
      <MoneyField name="elsewhere" label="Balance in the finance system" />
      <TextArea name="elsewhereNote" label="Why it differs" maxLength={1000} />
    </PostDialog>
  );
}
