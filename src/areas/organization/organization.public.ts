export { monthNames, timeZoneChoices } from "./organization.labels.ts";
export { roleLabels } from "./member/member.labels.ts";
export { lookOfBranding } from "./look/branding.model.ts";
export { published } from "./organization.model.ts";
