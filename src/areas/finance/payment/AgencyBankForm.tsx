import { useState } from "react";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, FormSection, TextField } from "#web/kit/form/fields.tsx";
import { useOpenedIn } from "#web/kit/form/opened.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { AccountFunds } from "./AccountFunds.tsx";
import type { AgencyBank } from "./agency-bank.model.ts";

const first = "/api/v1/agency-bank-account";
type Values = Omit<
  AgencyBank,
  "id" | "number" | "active" | "accountLast4" | "version" | "canEdit" | "nextCheckNumber"
> & { accountNumber: string; nextCheckNumber: string };

function AgencyBankFacts({ bank }: { bank: AgencyBank }) {
  if (!bank.id)
    return (
      <p className="text-t2">
        No account is set up. A treasurer or an administrator enters it; until then no run can be
        released.
      </p>
    );
  const rows: [string, string][] = [
    ["Bank", bank.bankName],
    ["Account", `ends in ${bank.accountLast4}`],
    ["Routing number", bank.originatingRouting],
    ["File goes to", bank.immediateDestination],
    ["Origin", bank.immediateOrigin],
    ["Company", `${bank.companyName}, ${bank.companyId}`],
    ["Entry description", bank.entryDescription],
    ["Next check number", String(bank.nextCheckNumber)],
  ];
  return (
    <Facts>
      {rows.map(([name, value]) => (
        <Fact key={name} label={name}>
          <span className="mono">{value}</span>
        </Fact>
      ))}
    </Facts>
  );
}

function Fields({ bank }: { bank: Pick<AgencyBank, "id" | "accountLast4"> }) {
  return (
    <>
      <FormSection title="Account">
        <FormRow>
          <TextField name="bankName" label="Bank" maxLength={23} required />
          <TextField
            name="companyName"
            label="Agency's name at the bank"
            maxLength={23}
            hint="The first 16 letters reach the vendor's statement."
            required
          />
        </FormRow>
        <FormRow>
          <TextField
            name="originatingRouting"
            label="Routing number"
            maxLength={9}
            hint="Nine digits; the last is a check digit."
            required
          />
          <TextField
            name="accountNumber"
            label="Account number"
            maxLength={17}
            hint={
              bank.id
                ? `Ends in ${bank.accountLast4}. Fill in only to change it: another account starts its own check numbers.`
                : "Kept sealed; only the last four digits are shown."
            }
            required={!bank.id}
          />
        </FormRow>
        <TextField
          name="nextCheckNumber"
          label="Next check number"
          maxLength={10}
          hint="Runs on without gaps once a payment was drawn on the account."
          required
        />
        <AccountFunds />
      </FormSection>
      <FormSection title="Bank file (NACHA)">
        <FormRow>
          <TextField
            name="immediateDestination"
            label="Immediate destination"
            maxLength={9}
            hint="Routing number that the file is addressed to."
            required
          />
          <TextField
            name="immediateOrigin"
            label="Immediate origin"
            maxLength={10}
            hint="As the bank assigned it."
            required
          />
        </FormRow>
        <FormRow>
          <TextField
            name="companyId"
            label="Company identification"
            maxLength={10}
            hint="Often 1 and the tax number."
            required
          />
          <TextField
            name="entryDescription"
            label="Entry description"
            maxLength={10}
            hint="What vendors read: VENDOR PAY."
            required
          />
        </FormRow>
      </FormSection>
    </>
  );
}

const toForm = ({
  bankName,
  companyName,
  immediateDestination,
  originatingRouting,
  immediateOrigin,
  companyId,
  entryDescription,
  nextCheckNumber,
  fundIds,
}: AgencyBank): Values => ({
  fundIds,
  bankName,
  companyName,
  immediateDestination,
  originatingRouting,
  immediateOrigin,
  companyId,
  entryDescription,
  accountNumber: "",
  nextCheckNumber: String(nextCheckNumber),
});

type FormProps = {
  /** The account that is changed; null for the first in use. */
  accountId: string | null;
};

const blank: Values = {
  fundIds: [],
  bankName: "",
  companyName: "",
  immediateDestination: "",
  originatingRouting: "",
  immediateOrigin: "",
  companyId: "",
  entryDescription: "VENDOR PAY",
  accountNumber: "",
  nextCheckNumber: "1001",
};

/** One account of the agency: what payments are drawn on and how its bank wants its files. */
export function AgencyBankForm({ accountId }: FormProps) {
  const address = accountId ? `${first}?accountId=${accountId}` : first;
  const bank = useGet<AgencyBank>("agency-bank-accounts", address);
  const save = useMutationAction<AgencyBank>("agency-bank-accounts", "payment-runs");
  const opened = useOpenedIn<AgencyBank, AgencyBank>(bank, "own", (account) => account);
  const [saves, setSaves] = useState(0);
  if (opened.isPending) return <RecordSkeleton />;
  if (!bank.data || !opened.record)
    return <ErrorPanel error={bank.error} what="The account" onRetry={() => void bank.refetch()} />;
  const now = opened.record;
  const submit = async ({ accountNumber, nextCheckNumber, ...values }: Values) => {
    await save.mutateAsync({
      method: "PUT",
      path: address,
      version: now.version,
      body: {
        ...values,
        nextCheckNumber: Number(nextCheckNumber),
        ...(accountNumber ? { accountNumber } : {}),
      },
    });
    notify.done("Bank account saved");
    // Begun anew from what is stored: the account number that was typed does not stay on the
    // screen.
    await opened.reopen();
    setSaves((n) => n + 1);
  };
  return (
    <>
      {bank.data.canEdit ? (
        <Form<Values>
          key={saves}
          formKey={null}
          submitLabel={now.id ? "Save account" : "Set up account"}
          onSubmit={submit}
          defaultValues={toForm(now)}
          version={now.version}
          conflict={opened.conflictOf(toForm)}
        >
          <Fields bank={now} />
        </Form>
      ) : (
        <Panel title={now.id ? now.number : "Payments are drawn on"}>
          <AgencyBankFacts bank={bank.data} />
        </Panel>
      )}
    </>
  );
}

/** A form for one more account; `onDone` with its id. */
export function NewAgencyBank({ onDone }: { onDone: (id: string | null) => void }) {
  const save = useMutationAction<AgencyBank>("agency-bank-accounts", "payment-runs");
  const submit = async ({ nextCheckNumber, ...values }: Values) => {
    const made = await save.mutateAsync({
      path: "/api/v1/agency-bank-accounts",
      body: { ...values, nextCheckNumber: Number(nextCheckNumber) },
    });
    notify.done("Bank account added");
    onDone(made.id);
  };
  return (
    <Form<Values> formKey={null} submitLabel="Add account" onSubmit={submit} defaultValues={blank}>
      <Fields bank={{ id: null, accountLast4: null }} />
    </Form>
  );
}
