import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { blankContract, ContractFields, toInput, type ContractForm } from "./ContractFields.tsx";

/** Asks for a contract: blank, from the share of an award, or from an approved requisition. */
export default function ContractNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [awardId, vendorId, requisitionId] = ["awardId", "vendorId", "requisitionId"].map((name) =>
    search.get(name),
  );
  const from = awardId ?? requisitionId;
  const begins = useGet<{ beginning: Partial<ContractForm> | null }>(
    "contracts",
    `/api/v1/contract-beginnings?${search.toString()}`,
    { enabled: Boolean(from) },
  );
  const save = useMutationAction<{ id: string }>("contracts");
  if (from && begins.isPending) return <RecordSkeleton />;
  if (from && !begins.data)
    return (
      <ErrorPanel
        error={begins.error}
        what="What this contract begins with"
        onRetry={() => void begins.refetch()}
      />
    );
  const beginning = begins.data?.beginning;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">New contract</h1>
        <p className="text-t2">
          {awardId
            ? "From an award: vendor, items and prices are taken over."
            : requisitionId
              ? "From an approved requisition: its items and prices are taken over."
              : "Terms can be changed until counsel reads them."}
        </p>
      </div>
      <Form<ContractForm>
        key={from}
        formKey={from ? `contract-new-${from}-${vendorId ?? ""}` : "contract-new"}
        defaultValues={beginning ? formOf(blankContract, beginning) : blankContract}
        submitLabel="Save draft"
        wide
        onCancel={() => void navigate(pathTo("contracts"))}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({
            path: "/api/v1/contracts",
            body: { ...toInput(values), awardId, requisitionId },
          });
          void navigate(pathTo("contract", { id: made.id }));
        }}
      >
        <ContractFields fixedVendor={Boolean(awardId)} />
      </Form>
    </div>
  );
}
