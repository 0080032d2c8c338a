import { recordForm } from "#kernel/record-form.ts";
import { taskFields } from "./task.model.ts";

const { link: _ofPrograms, ...fields } = taskFields;

/** The form of a task: somebody else's or one's own, until the end of a day. */
export const taskForm = recordForm("/api/v1/tasks", fields);
