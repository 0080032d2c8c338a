import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { api } from "#web/kit/api.ts";
import { BesidePages } from "#web/kit/document/BesidePages.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { DropZone } from "#web/kit/form/DropZone.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import type { BilledOrder, SentFile } from "./document-values.ts";
import type { VendorReading } from "./vendor-document.model.ts";
import { VendorDocumentFields } from "./VendorDocumentFields.tsx";

type Taken = { read: VendorReading; file: SentFile; bytes: Uint8Array };
type At = { orgId: string; id: string };

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("This file cannot be read on this device."));
    reader.readAsDataURL(file);
  });

const readingOf = async (file: File): Promise<Taken> => {
  const sent = { name: file.name, content: await base64Of(file) };
  const read = await api<VendorReading>("/api/v1/vendor-invoice-readings", {
    method: "POST",
    body: { file: sent },
  });
  return { read, file: sent, bytes: new Uint8Array(await file.arrayBuffer()) };
};

function Take({ onTaken }: { onTaken: (taken: Taken) => void }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<FileFailure | null>(null);
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setBusy(true);
    setFailed(null);
    try {
      onTaken(await readingOf(file));
    } catch (error) {
      setFailed(failureOf(file, "read", error));
    }
    setBusy(false);
  };
  return (
    <Panel title="Your document">
      <p className="mb-3 text-t2">
        A PDF, a scan in a PDF, or an XML file (UBL or CII). You see each value beside its place on
        the page and correct it before anything is sent.
      </p>
      <div className="grid gap-3" data-files>
        <DropZone
          id="invoice-document"
          accept=".pdf,application/pdf,.xml,application/xml,text/xml"
          busy={busy}
          onFiles={(files) => void take(files)}
        />
        <FileFailures failures={failed ? [failed] : []} onRemove={() => setFailed(null)} />
      </div>
    </Panel>
  );
}

type Listed = { id: string; orgId: string; number: string; title: string; agency: string };

/** Which order the document bills, where it names none of the vendor's. */
function ChooseOrder({ named, onPick }: { named: string | null; onPick: (at: At) => void }) {
  const orders = useGet<{ items: Listed[] }>("vendor-orders", "/api/v1/vendor-orders");
  return (
    <Panel
      title={
        named ? `${named} is no order of yours: which one is it?` : "Which order does it bill?"
      }
      flush
    >
      {orders.isPending ? (
        <TableSkeleton columns={2} />
      ) : !orders.data ? (
        <ErrorPanel error={orders.error} what="Your orders" onRetry={() => void orders.refetch()} />
      ) : (
        <ul>
          {orders.data.items.map((order) => (
            <li key={order.id} className="border-b border-hair last:border-0">
              <button
                type="button"
                className="grid w-full gap-1 px-4 py-3 text-left hover:bg-s2"
                onClick={() => onPick(order)}
              >
                <span>
                  <span className="mono">{order.number}</span> {order.title}
                </span>
                <span className="text-13 text-t3">{order.agency}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Says({ read, order }: { read: VendorReading; order: BilledOrder | null }) {
  const other =
    order && read.orderNumber && read.orderNumber.toUpperCase() !== order.number.toUpperCase()
      ? [`The document names order ${read.orderNumber}; you bill ${order.number}.`]
      : [];
  const notes = [...read.says.slice(1), ...other];
  return (
    <>
      <Finding parts={read.says.slice(0, 1).map((text) => ({ text }))} none="" />
      {notes.length > 0 && (
        <ul className="checks">
          {notes.map((note) => (
            <li key={note} className="warn">
              {note}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Taking({ taken, at, onAgain }: { taken: Taken; at: At; onAgain: () => void }) {
  const [places, setPlaces] = useState<readonly (number | null)[] | null>(null);
  const order = useGet<BilledOrder>(
    "vendor-orders",
    `/api/v1/vendor-orders/${encodeURIComponent(at.orgId)}/${encodeURIComponent(at.id)}`,
  );
  if (order.isPending) return <TableSkeleton columns={3} />;
  if (!order.data)
    return <ErrorPanel error={order.error} what="The order" onRetry={() => void order.refetch()} />;
  const { name } = taken.file;
  const { sheets, marks } = taken.read;
  return (
    <>
      <Says read={taken.read} order={order.data} />
      <BesidePages of={{ name, bytes: taken.bytes, sheets, marks }} lines={places}>
        <VendorDocumentFields
          order={order.data}
          file={taken.file}
          read={taken.read}
          onPlaces={setPlaces}
          onAgain={onAgain}
        />
      </BesidePages>
    </>
  );
}

const askedOrder = (search: URLSearchParams): At | null => {
  const [orgId, id] = [search.get("orgId"), search.get("orderId")];
  return orgId && id ? { orgId, id } : null;
};

/** /vendor-portal/invoices/new: the vendor's document, what was read of it, and what it is to say. */
export default function VendorInvoiceNew() {
  const [search] = useSearchParams();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [picked, setPicked] = useState<At | null>(null);
  const at = picked ?? askedOrder(search) ?? taken?.read.order ?? null;
  const again = () => {
    setTaken(null);
    setPicked(null);
  };
  return (
    <PortalFrame
      title="Invoice from a document"
      actions={
        <Link className="btn btn-quiet" to="/vendor-portal/invoices">
          All invoices
        </Link>
      }
    >
      {!taken ? (
        <Take onTaken={setTaken} />
      ) : at ? (
        <Taking key={`${at.id}${taken.file.name}`} taken={taken} at={at} onAgain={again} />
      ) : (
        <>
          <Says read={taken.read} order={null} />
          <ChooseOrder named={taken.read.orderNumber} onPick={setPicked} />
        </>
      )}
    </PortalFrame>
  );
}
