import { recordForm } from "#kernel/record-form.ts";
import { scheduleFields } from "./schedule.model.ts";

/** The form of a schedule: when a report goes by mail, and the figure that decides whether. */
export const scheduleForm = recordForm("/api/v1/report-schedules", scheduleFields);
