import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Invitations from a file. */
export default function InvitationImport() {
  return (
    <ImportPage
      title="Import invitations"
      kind="invitations"
      things="invitations"
      permission="member.edit"
      closed={{ title: "You cannot invite people", text: "An administrator of your agency can." }}
      nouns={["invitations", "people"]}
      done={`${pathTo("team")}?tab=invitations`}
      help={
        <>
          <p>
            CSV or XLSX, one person a row, headings in the first line. Only the address is needed;
            role, department, title and duties may stand beside it. Each address gets a letter.
          </p>
          <p className="mt-2 text-14">
            Members and addresses with an open invitation are left alone. Roles and duties with
            money powers hold once a second person confirms them, after the person has come.
          </p>
        </>
      }
    />
  );
}
