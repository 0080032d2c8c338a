import { useEffect, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api, ApiProblem } from "#web/kit/api.ts";
import { BesidePages } from "#web/kit/document/BesidePages.tsx";
import { LinePlaces } from "#web/kit/document/LinePlaces.tsx";
import type { PlacedDocument } from "#web/kit/document/PlacedPages.tsx";
import { DropZone, uploadFile, type StoredFile } from "#web/kit/form/DropZone.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Panel } from "#web/kit/states.tsx";
import {
  blankInvoice,
  blankLine,
  InvoiceFields,
  invoiceForm,
  type InvoiceForm,
  useTakeOrder,
} from "./InvoiceFields.tsx";
import type { PdfDraft } from "./document/pdf-draft.model.ts";
import type { UblDraft } from "./ubl-draft.model.ts";
import { useConfirmNegative } from "./useConfirmNegative.tsx";

/** What a person can settle in the form: the order, the accounts, the vendor. */
const settled = new Set(["no_order", "unknown_order", "unknown_vendor"]);

function FromFile({
  onMade,
  onDraft,
}: {
  onMade: (invoice: { id: string }) => void;
  onDraft: (draft: UblDraft | PdfDraft, file: StoredFile, bytes: Uint8Array | null) => void;
}) {
  const [state, setState] = useState<{ busy: boolean; failed: FileFailure | null }>({
    busy: false,
    failed: null,
  });
  const read = useMutationAction<{ id: string }>("invoices");
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setState({ busy: true, failed: null });
    try {
      const stored = await uploadFile(file);
      const body = { fileId: stored.id };
      if (file.type === "application/pdf" || /\.pdf$/i.test(file.name)) {
        onDraft(
          await api<PdfDraft>("/api/v1/invoices/pdf-draft", { method: "POST", body }),
          stored,
          new Uint8Array(await file.arrayBuffer()),
        );
        setState({ busy: false, failed: null });
        return;
      }
      try {
        onMade(await read.mutateAsync({ path: "/api/v1/invoices/from-ubl", body }));
      } catch (error) {
        if (!(error instanceof ApiProblem) || !settled.has(error.code)) throw error;
        onDraft(
          await api<UblDraft>("/api/v1/invoices/ubl-draft", { method: "POST", body }),
          stored,
          null,
        );
        setState({ busy: false, failed: null });
      }
    } catch (error) {
      setState({ busy: false, failed: failureOf(file, "taken", error) });
    }
  };
  return (
    <Panel title="From a file">
      <p className="mb-3 text-t2">
        An invoice or credit note as data (UBL 2.1 or CII, EN 16931) is entered at once: order,
        lines and vendor are found from it. A file that names no order fills the form below, and so
        does a PDF: each value is shown with its place on the page before you save.
      </p>
      <div className="grid gap-3" data-files>
        <DropZone
          id="ubl-file"
          accept=".xml,application/xml,text/xml,.pdf,application/pdf"
          busy={state.busy}
          onFiles={(files) => void take(files)}
        />
        <FileFailures
          failures={state.failed ? [state.failed] : []}
          onRemove={() => setState({ busy: false, failed: null })}
        />
      </div>
    </Panel>
  );
}

/** Begins with the order of the address, unless a draft of it is back. */
function FromOrder({ orderId }: { orderId: string }) {
  const { getValues } = useFormContext<InvoiceForm>();
  const take = useTakeOrder();
  useEffect(() => {
    if (getValues("vendorId") === "")
      void take(orderId).catch((error: unknown) =>
        notify.failed("The order's lines were not taken over", error),
      );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the order in the address
  }, [orderId]);
  return null;
}

type Draft = { said: UblDraft | PdfDraft; file: StoredFile; bytes: Uint8Array | null };

const formOfDraft = ({ said, file }: Draft): InvoiceForm => ({
  ...formOf(blankInvoice(said.currency), said),
  vendorId: said.vendorId ?? "",
  document: [file],
  lines: said.lines.map((line, from) => ({ ...blankLine(), ...line, from })),
});

/** The pages that the form is compared with; null for data alone. */
const pagesOf = (draft: Draft | null): PlacedDocument | null =>
  draft && "sheets" in draft.said
    ? { name: draft.file.name, bytes: draft.bytes, ...placesOf(draft.said) }
    : null;
const placesOf = ({ sheets, marks }: PdfDraft) => ({ sheets, marks });

/** It is still the document that the form was filled from. */
const isFrom = (draft: Draft | null, values: FieldValues): boolean =>
  draft !== null &&
  "way" in draft.said &&
  (values["document"] as StoredFile[] | undefined)?.[0]?.id === draft.file.id;

function Asks({ draft }: { draft: Draft }) {
  return (
    <ul className="checks mb-4" role="status">
      {draft.said.asks.map((ask) => (
        <li key={ask} className="warn">
          {ask}
        </li>
      ))}
    </ul>
  );
}

/** Enters an invoice by hand or from a file. */
export default function InvoiceNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const orderId = search.get("purchaseOrderId");
  const { currency } = useAgency();
  const { can } = useAuth();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [places, setPlaces] = useState<readonly (number | null)[] | null>(null);
  const { sending, question } = useConfirmNegative();
  const open = (invoice: { id: string }) => void navigate(pathTo("invoice", { id: invoice.id }));
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New invoice</h1>
      <FromFile onMade={open} onDraft={(said, file, bytes) => setDraft({ said, file, bytes })} />
      <Panel title={draft ? `Read from ${draft.file.name}` : "Typed in"}>
        {draft && <Asks draft={draft} />}
        <BesidePages of={pagesOf(draft)} lines={places}>
          <RecordForm
            key={draft?.file.id ?? orderId}
            form={invoiceForm}
            draft={draft ? null : orderId ? `invoice-new-${orderId}` : "invoice-new"}
            known={draft ? formOfDraft(draft) : { currency, purchaseOrderId: orderId }}
            submitLabel="Save and match"
            choices={
              can("invoice.edit") ? [{ name: "submit", label: "Save and send for approval" }] : []
            }
            also={(choice, values) => ({
              submit: choice === "submit",
              fromDocument: isFrom(draft, values),
            })}
            sending={(send) => sending((confirmNegative) => send({ confirmNegative }))}
            onSaved={(id, { answer, choice }) => {
              const number = answer["number"] as string;
              if (choice === "submit" && answer["status"] === "in_approval")
                notify.done(`${number} was sent for approval`);
              else if (choice === "submit")
                notify.info(
                  `${number} is saved, not sent`,
                  "The match found something to settle first.",
                );
              open({ id });
            }}
            onCancel={() => void navigate(pathTo("invoices"))}
          >
            {orderId && <FromOrder orderId={orderId} />}
            {draft && <LinePlaces onPlaces={setPlaces} />}
            <InvoiceFields />
          </RecordForm>
        </BesidePages>
        {question}
      </Panel>
    </div>
  );
}
