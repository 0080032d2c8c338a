export { default as AdditionForm } from "./forms/AdditionForm.tsx";
export { default as BulletinForm } from "./forms/BulletinForm.tsx";
export { default as ContactForm } from "./forms/ContactForm.tsx";
export { default as DemoForm } from "./forms/DemoForm.tsx";
export { default as ReportForm } from "./forms/ReportForm.tsx";
export { default as ScheduleForm } from "./forms/ScheduleForm.tsx";
export { default as WaitlistForm } from "./forms/WaitlistForm.tsx";
export { default as WishForm } from "./forms/WishForm.tsx";
export { Additions } from "./service/Additions.tsx";
