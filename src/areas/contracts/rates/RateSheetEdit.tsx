import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useGet, useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AmendmentDetail } from "../amendment/amendment.model.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { RateSheet } from "./rate.model.ts";
import { pastedRates } from "./pasted-rates.model.ts";

type Row = {
  code: string;
  description: string;
  commodityCode: string;
  unit: string;
  fromQuantity: string;
  unitPrice: string;
};
type Values = { effectiveFrom: string; note: string; pasted: string; rates: Row[] };

const blank = (): Row => ({
  code: "",
  description: "",
  commodityCode: "",
  unit: "each",
  fromQuantity: "0",
  unitPrice: "",
});

const toForm = (sheet: RateSheet | undefined, from: string): Values => ({
  effectiveFrom: sheet?.effectiveFrom ?? from,
  note: sheet?.note ?? "",
  pasted: "",
  rates: sheet
    ? sheet.rates.map((r) => ({
        code: r.code,
        description: r.description,
        commodityCode: r.commodityCode ?? "",
        unit: r.unit,
        fromQuantity: plainDecimal(r.fromQuantity),
        unitPrice: plainDecimal(r.unitPrice, 2),
      }))
    : [blank()],
});

function Paste() {
  const form = useFormContext<Values>();
  const text = useWatch({ name: "pasted" }) as string;
  const take = () => {
    const { rates, unread } = pastedRates(text);
    const there = form.getValues("rates").filter((r) => r.code || r.description);
    form.setValue("rates", [...there, ...rates], { shouldDirty: true });
    form.setValue("pasted", unread.join("\n"));
    if (unread.length)
      notify.failed(
        `${rates.length} prices taken, ${unread.length} lines left`,
        "A line has item number, description, unit, from quantity and unit price.",
      );
    else notify.done(`${rates.length} prices taken`);
  };
  return (
    <FormSection title="From a spreadsheet">
      <TextArea
        name="pasted"
        label="Paste rows here"
        rows={4}
        hint="Item number, description, unit, from quantity, unit price; one price a row"
      />
      <div>
        <button type="button" className="btn" disabled={!text.trim()} onClick={take}>
          Take the rows
        </button>
      </div>
    </FormSection>
  );
}

function Fields() {
  return (
    <>
      <FormSection title="Sheet">
        <DateField
          name="effectiveFrom"
          label="Holds from"
          required
          hint="Orders of this day and later take its prices"
        />
        <TextField name="note" label="Note" maxLength={1000} />
      </FormSection>
      <Paste />
      <FormSection title="Prices">
        <LineItems
          name="rates"
          label="Prices"
          headed
          blank={blank}
          min={0}
          columns={[
            { name: "code", label: "Item no.", kind: "text", required: true, width: "w-[120px]" },
            { name: "description", label: "Item", kind: "text", required: true },
            { name: "commodityCode", label: "Commodity", kind: "text", width: "w-[120px]" },
            { name: "unit", label: "Unit", kind: "text", required: true, width: "w-[90px]" },
            {
              name: "fromQuantity",
              label: "From quantity",
              kind: "decimal",
              required: true,
              width: "w-[130px]",
            },
            {
              name: "unitPrice",
              label: "Unit price",
              kind: "decimal",
              least: 2,
              required: true,
              width: "w-[130px]",
            },
          ]}
        />
        <p className="text-12 text-t3">
          For prices by quantity name the item once for each quantity from which another price
          holds. Without rows the sheet is taken away.
        </p>
      </FormSection>
    </>
  );
}

type Opened = { contract: ContractDetail; amendment: AmendmentDetail | null; sheet?: RateSheet };

function Edit({ contract, amendment, sheet }: Opened) {
  const navigate = useNavigate();
  const save = useMutationAction("contracts", "contract-amendments");
  const back = () =>
    void navigate(
      amendment
        ? pathTo("amendment", { id: amendment.id })
        : `${pathTo("contract", { id: contract.id })}?tab=prices`,
    );
  const of = amendment ?? contract;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Rate sheet of {of.number}</h1>
      <Form<Values>
        formKey={`rates-${of.id}`}
        defaultValues={toForm(sheet, contract.startsOn)}
        submitLabel="Save prices"
        wide
        onCancel={back}
        onSubmit={async ({ effectiveFrom, note, rates }) => {
          await save.mutateAsync({
            method: "PUT",
            path: `/api/v1/contracts/${contract.id}/rate-sheets`,
            body: {
              amendmentId: amendment?.id ?? null,
              effectiveFrom,
              note,
              rates: rates.map((r) => ({ ...r, commodityCode: r.commodityCode || null })),
            },
            version: of.version,
          });
          back();
        }}
      >
        <Fields />
      </Form>
    </div>
  );
}

/** Writes the prices of a contract that is drafted, or those that an amendment brings. */
export default function RateSheetEdit() {
  const { id = "" } = useParams();
  const [search] = useSearchParams();
  const amendmentId = search.get("amendment");
  const contract = useRecord<ContractDetail>("/api/v1/contracts", id);
  const amendment = useGet<AmendmentDetail>(
    "contract-amendments",
    `/api/v1/contract-amendments/${amendmentId}`,
    { enabled: amendmentId !== null },
  );
  const sheets = useGet<{ items: RateSheet[] }>("contracts", `/api/v1/contracts/${id}/rate-sheets`);
  if (contract.error || sheets.error || amendment.error)
    return (
      <ErrorPanel error={contract.error ?? sheets.error ?? amendment.error} what="The rate sheet" />
    );
  if (!contract.data || !sheets.data || (amendmentId && !amendment.data)) return <RecordSkeleton />;
  const sheet = sheets.data.items.find((s) => s.amendmentId === amendmentId);
  return (
    <Edit
      contract={contract.data}
      amendment={amendment.data ?? null}
      {...(sheet ? { sheet } : {})}
    />
  );
}
