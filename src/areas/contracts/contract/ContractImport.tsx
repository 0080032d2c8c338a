import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A register of contracts from a file. */
export default function ContractImport() {
  return (
    <ImportPage
      title="Import contracts"
      kind="contracts"
      things="contracts"
      permission="contract.import"
      closed={{
        title: "You cannot import contracts",
        text: "Contract managers and administrators can. An administrator grants the duty under Team.",
      }}
      nouns={["contracts"]}
      done={pathTo("contracts")}
      help={
        <p>
          CSV or XLSX, one contract a row: title, vendor (number or legal name), department, first
          and last day, ceiling, and what is drawn so far. They are in force as they come in; those
          whose last day has passed come in as expired.
        </p>
      }
    />
  );
}
