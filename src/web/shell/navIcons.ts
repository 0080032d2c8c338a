import {
  Activity, Armchair, BadgeCheck, Banknote, BarChart3, BellRing, Blocks, BookOpen, Boxes, Building2, CalendarClock, ClipboardCheck, ClipboardList,
  CloudSun, Construction, Contact, CreditCard, FileCheck2, FilePenLine, FileSignature, FileText, Files, Gauge, GitBranch, GitPullRequestArrow,
  GraduationCap, HandCoins, HardHat, Inbox, Keyboard, Landmark, Leaf, LifeBuoy, LineChart, ListTree, MapPinned, Megaphone, MessageCircleQuestion,
  MessagesSquare, Package, Palette, PieChart, Plug, Radio, ReceiptText, Route, Ruler, Scale, Scroll, Settings, ShieldAlert, ShieldCheck, Siren, Store,
  Target, Truck, UserCog, Users, Wallet, Workflow, Wrench,
} from "lucide-react";

/** The pictures of the sidebar and the palette. Loaded apart: all sections are closed at first. */
export const navIcons = {
  Activity, Armchair, BadgeCheck, Banknote, BarChart3, BellRing, Blocks, BookOpen, Boxes, Building2, CalendarClock, ClipboardCheck, ClipboardList,
  CloudSun, Construction, Contact, CreditCard, FileCheck2, FilePenLine, FileSignature, FileText, Files, Gauge, GitBranch, GitPullRequestArrow,
  GraduationCap, HandCoins, HardHat, Inbox, Keyboard, Landmark, Leaf, LifeBuoy, LineChart, ListTree, MapPinned, Megaphone, MessageCircleQuestion,
  MessagesSquare, Package, Palette, PieChart, Plug, Radio, ReceiptText, Route, Ruler, Scale, Scroll, Settings, ShieldAlert, ShieldCheck, Siren, Store,
  Target, Truck, UserCog, Users, Wallet, Workflow, Wrench,
};
export type IconName = keyof typeof navIcons;
