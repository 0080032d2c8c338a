import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { projectForm } from "../project/project.form.ts";
import { ProjectFields } from "./ProjectFields.tsx";

/** Proposes a project. */
export default function ProjectNew() {
  return (
    <NewRecord
      title="New project"
      form={projectForm}
      draft="project-new"
      submitLabel="Propose"
      list={pathTo("projects")}
      page={(id) => pathTo("project", { id })}
    >
      <ProjectFields />
    </NewRecord>
  );
}
