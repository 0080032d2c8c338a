import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { messageOf, readBytes } from "#web/kit/api.ts";
import { PlacedPages } from "#web/kit/document/PlacedPages.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { KeptReading } from "./document/kept-reading.model.ts";
import type { InvoiceDetail } from "./invoice.model.ts";

const ways = {
  text: "the text of its pages",
  xml: "data inside it",
  scan: "a picture of its pages",
} as const;
const standings = {
  proved: "proved: every line and the sums agree to the cent",
  read: "read, not proved",
} as const;
const hidings: Readonly<Record<string, string>> = {
  invisible: "drawn invisibly",
  ground: "in the color of its ground",
  tiny: "too small to be seen",
  covered: "covered by something",
  outside: "outside the page",
};

/** What of the document a person who decides on the invoice has to know, in sentences. */
export const readingNotes = (reading: KeptReading): string[] => {
  const { corrections, unseen, savedBy, byVendor } = reading;
  const who = byVendor ? `${savedBy ?? "the vendor"} of the vendor` : (savedBy ?? "who saved it");
  return [
    ...(corrections.length > 0
      ? [
          `${counted(corrections.length, "value was", "values were")} saved otherwise than the document was read, by ${who}: ${corrections
            .map(({ what, read, saved }) => `${what.toLowerCase()} ${saved} (read: ${read})`)
            .join("; ")}.`,
        ]
      : []),
    ...(unseen.length > 0
      ? [
          `The document holds ${counted(unseen.length, "text")} that nobody sees; no value comes from there.`,
        ]
      : []),
  ];
};

function Pages({ invoice, reading }: { invoice: InvoiceDetail; reading: KeptReading }) {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  if (!invoice.fileId || reading.sheets.length === 0) return null;
  const show = () =>
    void readBytes(`/api/v1/files/${invoice.fileId}`).then(setBytes, (error: unknown) =>
      setFailed(messageOf(error)),
    );
  if (!bytes)
    return (
      <p>
        <button type="button" className="btn" onClick={show}>
          Show where each value stands
        </button>
        {failed && <span className="ml-3 text-danger">{failed}</span>}
      </p>
    );
  const { sheets, marks } = reading;
  return <PlacedPages of={{ name: invoice.fileName ?? "", bytes, sheets, marks }} at={null} />;
}

function Corrections({ reading }: { reading: KeptReading }) {
  if (reading.corrections.length === 0) return null;
  return (
    <table className="ledger mt-3" aria-label="Values saved otherwise">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">As read</th>
          <th scope="col">As saved</th>
        </tr>
      </thead>
      <tbody>
        {reading.corrections.map(({ what, read, saved }) => (
          <tr key={what}>
            <td>{what}</td>
            <td>{read}</td>
            <td>{saved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the document of an invoice said when it was saved, who corrected what, and what nobody sees in it. */
export function ReadingPanel({ invoice }: { invoice: InvoiceDetail }) {
  const { timeZone } = useAgency();
  const { reading } = invoice;
  if (!reading) return null;
  const by = reading.byVendor ? "the vendor" : "accounts payable";
  return (
    <Panel title="What the document says">
      <Facts
        rows={[
          ["Read from", ways[reading.way]],
          ["Standing", standings[reading.standing]],
          ["Saved by", reading.savedBy ? `${reading.savedBy}, ${by}` : by],
          ["On", formatInstant(reading.savedAt, timeZone)],
        ]}
      />
      <Corrections reading={reading} />
      {(reading.notes.length > 0 || reading.unseen.length > 0) && (
        <ul className="checks mt-3">
          {reading.notes.map((note) => (
            <li key={note} className="warn">
              {note}
            </li>
          ))}
          {reading.unseen.map(({ page, text, why }) => (
            <li key={`${page}${text}`} className="warn">
              Page {page}, {hidings[why] ?? why}: “{text}”
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3">
        <Pages invoice={invoice} reading={reading} />
      </div>
    </Panel>
  );
}
