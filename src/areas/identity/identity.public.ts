export { email, phone } from "./validators.model.ts";
export {
  carverCountyId,
  carverTimeZone,
  carverDepartments,
  carverMembers,
  comingAndGoing,
  demoPersonId,
  demoSubrecipient,
  demoVendors,
  northforkAdmin,
  northforkId,
} from "./demo.model.ts";
export type { DemoMember } from "./demo-specialists.model.ts";
export type { WaysIn } from "./ways.model.ts";
export {
  eventSeverities,
  securityEventKinds,
  securityEventWords,
} from "./security-event.labels.ts";
