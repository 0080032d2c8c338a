import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings projects in from a file. */
export default function ProjectImport() {
  return (
    <ImportPage
      title="Import projects"
      kind="projects"
      things="projects"
      permission="project.edit"
      closed={{
        title: "You cannot import projects",
        text: "A project manager, a manager or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["projects"]}
      done={pathTo("projects")}
      help="A row for each project: project, code in the ledger, department's code. Engineer is a mail address, contract a contract's number. Each row is a proposed project; a code that a project has already is left alone where the row says the same, else the row is handed back."
    />
  );
}
