import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A list of vendors from a file. */
export default function VendorImport() {
  const { can } = useAuth();
  return (
    <ImportPage
      title="Import vendors"
      kind="vendors"
      things="vendors"
      permission="vendor.import"
      closed={{
        title: "You cannot import vendors",
        text: "A buyer or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["vendors"]}
      done={`${pathTo("vendors")}?status=draft`}
      help={
        <>
          <p>
            CSV or XLSX, one vendor a row, headings in the first line. Only the legal name is
            needed. New vendors come in as drafts; activation screens them.
          </p>
          <p className="mt-2 text-14">
            A vendor that is there already (by number, UEI, tax number, or name with the same street
            or e-mail) is changed where the file says something else; empty cells change nothing. A
            new one at the address of a vendor on file is held back until the column Number or
            Another firm says which it is; a name much like one on file is shown at the check.
            {can("vendor.editBank") &&
              " Accounts (routing number, number, kind) become proposed bank changes, which somebody else verifies."}
          </p>
        </>
      }
    />
  );
}
