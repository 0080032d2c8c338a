import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Lines of purchase cards from the bank's file. */
export default function LineImport() {
  return (
    <ImportPage
      title="Import card lines"
      kind="card-lines"
      things="card lines"
      permission="cards.administer"
      closed={{
        title: "You cannot import card lines",
        text: "Card administrators can. An administrator grants the duty under Team.",
      }}
      nouns={["card-lines", "card-standing", "card-findings", "card-cycles"]}
      done="/payments?tab=cards"
      help={
        <p>
          CSV or XLSX of the bank, one purchase a row: its reference, the last four digits of the
          card, the day it was posted, merchant, category code and amount. The same file again
          changes nothing. A file that holds whole card numbers is refused at the cell.
        </p>
      }
    />
  );
}
