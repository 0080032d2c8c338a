import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings punch items in from a file. */
export default function PunchImport() {
  return (
    <ImportPage
      title="Import punch items"
      kind="punch-items"
      things="punch items"
      permission="punchItem.edit"
      closed={{
        title: "You cannot import punch items",
        text: "An inspector, a project manager, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["projects", "punch-items"]}
      done={pathTo("punchItems")}
      help="A row for each item: the project by its number or code, what is to be done, place, contract or who does it, day, cost to complete. An item that the list has already at this place is left alone where the row says the same, else the row is handed back."
    />
  );
}
