export { fiscalYearOf, type OrganizationRow } from "./organization.model.ts";
export { monthNames, timeZoneChoices } from "./organization.labels.ts";
export type { DepartmentRow } from "./department/department.model.ts";
export type { MemberRow } from "./member/member.model.ts";
export { roleLabels } from "./member/member.labels.ts";
export type { Notice, NotificationRow } from "./notification/notification.model.ts";
export { ofPublishKinds, publishKinds, type PublishKind } from "./publishing.labels.ts";
export { published } from "./organization.model.ts";
