import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import type { ItemDetail } from "../item/item.model.ts";
import { stockLotForm } from "../lot/lot.form.ts";
import type { LotDetail } from "../lot/lot.model.ts";

function LotFields() {
  return (
    <>
      <TextField name="code" label="As it stands on the goods" required maxLength={60} />
      <DateField name="expiresOn" label="Expires on, where it does" />
    </>
  );
}

/** Enters a lot or a serial number of an item. */
export function NewLotDialog({ item, onClose }: { item: ItemDetail; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RecordDialog
      form={stockLotForm}
      within={{ itemId: item.id }}
      title={item.tracking === "serial" ? "New serial number" : "New lot"}
      description={`Of ${item.name}. What comes by a receipt is entered with it.`}
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("stockLot", { id }))}
    >
      <LotFields />
    </RecordDialog>
  );
}

/** Corrects a lot's number or its last day. */
export function CorrectLotDialog({ lot, onClose }: { lot: LotDetail; onClose: () => void }) {
  return (
    <RecordDialog form={stockLotForm} record={lot} title={`Correct ${lot.code}`} onClose={onClose}>
      <LotFields />
    </RecordDialog>
  );
}
