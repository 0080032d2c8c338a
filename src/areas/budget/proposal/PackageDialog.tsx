import { options } from "#kernel/labels.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import {
  FormRow,
  QuantityField,
  RadioGroup,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { AccountString } from "../budget.model.ts";
import { packageKinds } from "./proposal.labels.ts";
import type { PackageRow, ProposalDetail } from "./proposal.model.ts";

type Values = {
  title: string;
  kind: "one_time" | "ongoing";
  rank: string;
  reason: string;
  lines: { accountStringId: string; cents: number | null }[];
};

/** A decision package: what is new, why, for once or ongoing. */
export function PackageDialog({
  proposal,
  of,
  onClose,
}: {
  proposal: ProposalDetail;
  of: PackageRow | null;
  onClose: () => void;
}) {
  const save = useMutationAction("budget-proposals", "budget-cycles");
  return (
    <FormDialog<Values>
      title={of ? `Change ${of.title}` : "Add a decision package"}
      defaultValues={{
        title: of?.title ?? "",
        kind: of?.kind ?? "ongoing",
        rank: String(of?.rank ?? proposal.packages.length + 1),
        reason: of?.reason ?? "",
        lines: of?.lines.map(({ accountStringId, cents }) => ({ accountStringId, cents })) ?? [
          { accountStringId: "", cents: null },
        ],
      }}
      submitLabel="Save"
      onSubmit={async (values) => {
        await save.mutateAsync({
          ...(of
            ? {
                method: "PUT" as const,
                path: `/api/v1/budget-proposals/${proposal.id}/packages/${of.id}`,
                version: of.version,
              }
            : { path: `/api/v1/budget-proposals/${proposal.id}/packages` }),
          body: {
            ...values,
            lines: values.lines.map((l) => ({ ...l, cents: l.cents ?? 0 })),
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="title" label="What" required maxLength={200} />
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(packageKinds)} />
        <QuantityField name="rank" label="Rank" decimals={0} required />
      </FormRow>
      <ReasonField label="Why it is needed" maxLength={10_000} />
      <LineItems
        name="lines"
        label="What it costs"
        blank={() => ({ accountStringId: "", cents: null })}
        columns={[
          {
            name: "accountStringId",
            label: "Account",
            kind: "lookup",
            required: true,
            path: "/api/v1/account-strings",
            query: `all=true&departmentId=${proposal.departmentId}`,
            itemLabel: (a: AccountString) => `${a.code} · ${a.label}`,
            current: (id) => of?.lines.find((l) => l.accountStringId === id)?.code ?? null,
          },
          { name: "cents", label: "Amount", kind: "money", required: true },
        ]}
      />
    </FormDialog>
  );
}

/** Recommends or cuts a package, with the reason. */
export function DecideDialog({ of, onClose }: { of: PackageRow; onClose: () => void }) {
  const save = useMutationAction("budget-proposals", "budget-cycles");
  return (
    <FormDialog<{ status: string; reason: string }>
      title={`Decide on ${of.title}`}
      defaultValues={{
        status: of.status === "requested" ? "recommended" : of.status,
        reason: of.decisionReason,
      }}
      submitLabel="Save the decision"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: `/api/v1/budget-packages/${of.id}/actions/decide`,
          body: values,
          version: of.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <RadioGroup
        name="status"
        label="Decision"
        required
        options={[
          { value: "recommended", label: "Recommend it" },
          { value: "cut", label: "Cut it" },
        ]}
      />
      <ReasonField maxLength={4000} />
    </FormDialog>
  );
}
