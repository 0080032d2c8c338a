export {
  displayName,
  email,
  newPassword,
  nonNegativeNumber,
  phone,
  positiveNumber,
  jsonText,
  url,
  username,
  uuid,
} from "./validators.model.ts";
export {
  carverCountyId,
  carverDepartments,
  carverMembers,
  demoPersonId,
  demoVendors,
  northforkAdmin,
  northforkId,
  type DemoMember,
} from "./demo.model.ts";
export type { AuthUser, TokenPair } from "./identity.model.ts";
