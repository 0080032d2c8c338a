/**
 * Everyday words that mean the same, and forms of one word that no rule of endings finds; the word
 * that the guide or its asked lines use first. A group ends with a semicolon. Groups
 * of the field (`synonyms.data.ts`) go before these.
 */
const groups = `
competitor, competitors, rival, rivals, other bidders, other companies, competition;
loser, runner up, second place, not selected, not chosen, unsuccessful, didnt win, did not win, lost the bid;
advertise, ad, advertisement, announce, post it, put it online, put up, on the web, online;
regret, take it back, undo it, reverse it, revert, changed my mind about, want it back, made the wrong decision;
free, fee, fees, charge for, cost anything, costs anything;
reserve, rainy day fund, contingency, fund balance, savings;
other cities, neighbors pay, other counties, other agencies, neighboring cities, other towns, neighboring towns;
peek, snoop, spy, look at our, see our;
review, reviews, two stars, one star, five stars;
partial, part of it, only some, some of it, not all of it;
nobody, no one, noone, none, not a single;
answer, answered, respond, responded, response, responses, reply, replied, replies, react;
only one, single, just one, only a single, lone, sole;
passphrase, phrase, pass phrase, secret phrase, secret word;
confirm, acknowledgement, acknowledge, acknowledged;
altered, tampered with, changed afterwards, touched;
ended, over, expired;
how long, how many days, number of days, minimum days, time period;
look around, only look, look only, view only, read only, just look, only see, not change anything, cant change
  anything;
new name, name change, maiden name, got married, changed my name;
bad weather, weather closure;
federal holiday, juneteenth, martin luther king, mlk day, labor day, memorial day, presidents day, veterans day,
  columbus day, fourth of july, july 4th, good friday, new years, new year, election day;
leave it at that, rest is never coming, rest wont come, wont be coming, short ship, short shipped, leave it,
  call it done, good enough, cant deliver the rest;
instead of, alternative, alternate, substitute product, equal product, or equal;
went through, go through, gone through, goes through, went out, cleared, clear the bank;
visible, show up in, appear, displayed;
approve, ok, okay, okayed, oks, green light, greenlight, thumbs up, go ahead, blessing, sign, signs, signed,
  signing, signature, signatures, endorse, sign offs, say yes, said yes, clear it, wave through;
reject, turned down, shoot down, shot down, say no, said no, nix, veto, throw it out, threw it out, turning
  down, denied;
return, bounce it back, bounced back, send it back, sent it back, sends it back, kick it back, kicked it back,
  kick back, thrown back, give it back, bounce back, back to the requester, got bounced, was bounced;
cancel, kill, scrap, axe, never mind, nevermind, pull the plug, dont need it, dont want it, doesnt want it, no
  longer need, no longer needed, not needed, no longer want, dont need them, forget about, drop, dont need that,
  changed our mind, changed my mind, abort, stop the order;
sign out, boots me out, throws me out, kicked me out, threw me out, signs me out, kick me out, logged me out,
  booted me out, signed me out, times out, timed out, time out, keeps logging, session expired, logged off, boot
  me out;
sign in, get on the system, get on, onto the system, get in, getting in, get into, cant get in, get back in,
  access my account, get access, let me in, lets me in;
threshold, upper limit, spending cap, dollar amount, dollar cutoff, limit;
retainage, holdback, hold back, held back, keep back, kept back, sitting on, withhold, withheld, holding back,
  last ten percent, final ten percent;
phone, iphone, smartphone, android, handset, cell phone, mobile phone;
member, worker, assistant, secretary, intern, temp, personnel, associate, staffer, staff member, team member, co
  worker, subordinate, workmate, crew;
score, grade, grades, grading, points, graded, stars, marks;
role, rights, not allowed, allowed, greyed out, grayed out, no button, button missing, button is missing,
  missing the button, have the button, access level, no access, cant open, cant see, not permitted, entitled;
duplicate, two times, already in there, already entered, already keyed in, already been keyed in, already been
  entered, already typed in, already been paid, second copy, same bill, double billed, double paid, doubles,
  entered before, two of the same, two records, entered already, again by mistake, paid already, sent us the
  same;
tutorial, tutorials;
ship, on the way, loading dock, dock, courier, drop off;
audit ledger, blockchain, history log, log book, change log, activity log, logs;
audit, auditor, auditor general, state auditor, auditors, inspector, inspector general, audited;
vendor, builder, roofer, plumber, paver, electrician, subcontractor, landscaper, provider, vendors, sub,
  installer;
bank account, bank, wells fargo, chase bank, bank of america, citibank, pnc, credit union, checking account,
  routing, iban, bank number, bank numbers;
export, dump, extract, pull the data, spit out;
spreadsheet, excel sheet, excel file, workbook, google sheets;
delegate, cover for, covers for, covering for, fill in for, fills in, take over for, stands in, step in, in my
  place, in my name, in my absence, on my behalf, backup approver, while im gone, while i am gone, while im
  away, be gone, backup person;
emergency, rush job, crisis;
virus, antivirus, ransomware, trojan, nasties;
notification, ping, ding, popup, pop up;
best and final offer, last offer, one last, last price, best price, sharpen, better price, lowest price yet,
  squeeze, haggle, final price, final number, last number;
addendum, clarification, bulletin to bidders, correction to the bid;
insurance, insured, liability coverage, proof of insurance;
debar, banned, kick out for good, blackball, never again, bar from, never buy from;
exclusion list, sanctions, federal blacklist, blacklist of the government, list of bad companies, excluded list,
  banned firms, debarred companies;
two step sign in, six digits, six digit code, security code, verification code, text message code, sms code,
  codes, code app, google authenticator, microsoft authenticator;
language model, openai, ollama, gpt, claude, artificial intelligence;
keys, hotkeys, key combination, key combinations, without a mouse, no mouse;
holiday, closed day, days off, closed for, office is closed, office closed, offices closed, we are closed, we re
  closed, shut for, be shut, is shut, winter break;
citizen, townspeople, constituent, people in town, neighbors;
department, office, bureau, departments, unit of the county;
requisition, purchase requests, internal order, ask for stuff, wish list;
purchase order, p os, purchasing order;
solicitation, bid job, public bid, bid out, go out to bid, out to bid, put out to bid, going out for bids, out
  for bids, bid request, go out for bids;
invoice, statement of charges, bills;
credit note, credits, store credit, refund, refunded, credit from;
amount, total, figure;
carried, bring forward, brought forward, roll, roll into, goes along, take into next year, rolled;
commodity code, item code, category, item category, category code, categories;
small business, women owned, minority, veteran owned, disadvantaged, diverse suppliers, local firms, mom and
  pop;
micro purchase, petty purchase, small buys, small buy;
uei, sam number;
picture, pic, pics, snapshot, snapshots, selfie, snap, screenshot;
document, papers, paper work;
attachment, attached, attachments, attaching;
password, pwd, pass word;
broken, busted, smashed, cracked, damaged, defective, dented, shattered, faulty, ruined, scratched, beat up,
  bent, crushed, dead, in pieces, doesnt work, not working, wet, rusty, spoiled, leaking, leaky, dropped dead,
  wrecked, chipped, bust, trashed;
arrive, show up, showed up, came in, come in, dropped off, turned up, comes in, got here, rolled in, was
  delivered, unloaded;
away, vacation, on holiday, on leave, out of office, absent, out sick, parental leave, maternity leave,
  paternity leave, cruise, trip, travel, traveling, hiking, camping, honeymoon, out of town, surgery, hospital,
  jury duty, sabbatical, family leave, off sick, on a beach, going abroad, abroad;
quit, resign, resigned, fire, fired, terminated, gave notice, retire, retiring, retired, let go, laid off,
  former, ex employee, no longer works, handed in her notice, handed in his notice, handed in their notice, got
  another job, new job elsewhere, walked out, leaving us, left us, moved on, passed away, died, not with us
  anymore, left the agency, left the county, left the city;
money, cash, dollars, bucks, dough, grand;
stolen, stole, swiped, robbed, theft, steal, snatched, nicked;
boss, supervisor, director, chief, mayor, superior, higher ups, upstairs, department head, commissioner, city
  manager, county manager, superintendent;
company, firm, business, outfit, shop, corporation, enterprise, bros, inc, llc, establishment, store;
fraud, scam, phishing, fake, crook, crooks, dishonest, swindle, shady, fishy, suspicious, con artist, impostor,
  bogus, cheats, thieves, criminals;
fudge, cheat, doctored, cook the books, mess with, messed with, falsify, manipulate, forge, forged, rig, rigged,
  hack, hacked, fiddle, secretly change, cooked;
mistake, error, typo, goof, mess up, messed up, screwed up, slipped up, fat fingered, wrongly, oops, botched,
  blunder, goofed, slip;
too early, too soon, prematurely, by mistake, by accident, accidentally, in error;
send, sent, sending;
pay, paid, paying;
buy, bought, buying, purchasing;
keep, kept;
lose, losing;
write, wrote, written;
sell, sold;
hold, held;
give back, gave back, handed back;
choose, chose, chosen, pick, picked;
find, found, search, look up, look for, locate, searching, looking for;
spend, spent, spending;
withdraw, withdrew, withdrawn, off the table, back out, pull out, yank, pull, pulled, take our bid back;
begin, began, begun;
grow, grew, grown;
build, built;
break, broke;
steal, stole;
throw away, threw away, toss, tossed;
forgot, forgets, dont remember, cant remember, do not remember, cannot remember, slipped my mind, no clue what
  my, dont know my;
meet, met;
take, taken;
see, saw, seen;
deal, dealt;
hide, hidden, hid;
teach, taught;
fall, fell, fallen;
extend, extension, more time, extra time, longer, postpone, push back, push out, extra week, extra weeks, more
  days, more weeks, another week, another month, later date, bump the date, put off, extra days, additional
  time, additional days, move the date, pushed back, move back, pushing back, prolong;
decrease, reduce, lower, shrink, smaller, less, cut down;
bump up, go up, went up, gone up, price increase, more expensive, jack up, jacked up, hiked, upped;
exceed, no money, out of money, ran out of money, run out of money, nothing left, tapped out, cant afford,
  afford, overspend, overrun, overspent, in the red, used up, blown, maxed out, went over, went broke, are
  broke, empty, not enough money, over budget, no budget left, ran dry, short on funds, doesnt have enough;
freeze, frozen, on ice, on hold, put a stop, halt, block, blocked, put the brakes on, stop payment;
finish, finished, complete, completed, wrap up, wrapped up, all done;
again, once more, second time, one more time, anew, another time, a second time;
bad, lousy, terrible, awful, poor, worst, shoddy, sloppy, horrible, useless, unhappy, botch, botching, screw up,
  screwing up, dissatisfied, unreliable, messing up, dropping the ball, disappointing, crappy;
conflict of interest, conflict, married, marry, wife, husband, brother, sister, cousin, relative, related,
  friend, friends, uncle, son, daughter, in law, used to work for, buddy, nephew, dating, owns stock, shares in,
  stock in, stake, father, mother, neighbor;
protest, unfair, disagree, dont agree, do not agree, challenge, lawyer, attorney, sue, objection, object,
  contest, angry, mad, furious, upset, rigged against us, sore loser;
goods, laptop, monitor, chair, desk, toner, pens, tires, computer, gravel, gloves, uniforms, furniture, boxes,
  pieces, supplies, materials, pallet, box, product, products, printer paper, batteries, tablets, carton,
  crate, merchandise, radios, vests, hoses, lumber, cones, package, parcel;
pothole, hole, big hole, sinkhole, streetlight, street light, street lamp, lamp post, graffiti, sidewalk,
  swing, leaking pipe, water main, burst pipe, stop sign, traffic light, traffic signal, litter, trash,
  garbage, illegal dumping, storm drain, crosswalk, stray dog, dead animal, fallen tree, curb, noise, rats,
  weeds, pavement, overgrown, flooded street;
stuck, nothing happened, nothing happens, hung up, hasnt moved, not moving, going nowhere, limbo, held up, no
  movement, no reaction, never looked, hasnt looked, ignoring, ignored, sitting there, sits there, no answer, no
  response, doesnt react, not reacting, stalled;
walkthrough, walk through, tour, tutorial, training, learn, lesson, onboarding, show around, getting started,
  show me around, find my way, first day, crash course, video;
mb, meg, megs, megabyte, megabytes, gb, gigabyte, gigabytes, too big, too large, huge, file size, biggest, gig;
storm, snow, hurricane, blizzard, ice storm, tornado, snowstorm, snow day;
year end, end of the year, end of year, fiscal year end, june 30, june 30th, september 30, september 30th,
  december 31, year is over, year ends, years end, close of the year;
leftover, left over, unspent, unused, remaining, remainder, havent spent, not spent;
transfer, move, shift, shuffle, reallocate, moving, shuffling;
enter, key in, keyed in, type in, typed in, punch in, typing, typed, punched in, record by hand;
overcharge, overcharged, too much, too expensive, price is off, price off, wrong price, price is wrong, higher
  price, price is higher, price too high, rip off, ripped off, gouging, more than agreed, more than the order,
  apiece;
mismatch, discrepancy, discrepancies, doesnt agree, does not agree, doesnt match, dont match, does not match,
  off from, doesnt line up, dont line up, different from, doesnt add up, not what we ordered, differs, not
  match;
erase, wipe, redact, black out, blacked out, scrub, purge, blackout, expunge;
personal data, social security number, ssn, card number, credit card, personal info, private info, private data,
  sensitive, confidential, pii, medical, home address, birthday, bank card, date of birth;
outlook, google calendar, ical, ics, calendar app, apple calendar, calendar program;
tie, tied, same score, same points, same number of points, equal, even score, dead heat, neck and neck;
chair, chairman, chairwoman, chairperson;
committee, panel, evaluators, evaluator, scorer, scorers, reviewers;
crash, crashed, crashes, crashing, went down, is down, outage, goes down, was down;
slow, sluggish, takes forever, taking forever, takes ages;
hour, hours, hrs;
minute, minutes, mins;
week, weeks, wk, wks;
monday, mon;
tuesday, tue, tues;
wednesday, wed;
thursday, thu, thur, thurs;
friday, fri;
fingerprint, thumb, touch id, thumbprint, face id, fingerprints;
computer, pc, workstation, mac;
smart, clever;
hire, hired, new hire, new employee, new coworker, new colleague, new girl, new guy, new person, starts monday,
  joins us, joining us, new staff, brought on, starting next week, new member;
remember, reminder, remind, reminders, nag, nagging, heads up;
late fee, late fees, late interest, penalty, interest penalty, interest for paying late;
lowest, cheapest, lowest price, cheaper;
highest, top, best ranked, highest ranked;
compare, side by side, comparison, next to each other, against each other;
proof, receipt of bid, prove;
old system, legacy system, old software, previous system, previous software, old program;
taxpayer, public, outsiders, general public, residents;
mine, my own;
delete, remove, get rid of, erase it;
invite, invitation, bring on board, get on board;
vacate, abandon;
rule, law, ordinance, statute, regulation, legal, legally, code of law;
small, little, tiny;
explain, meaning;
join, sign on;
wrong, incorrect, mistaken;
amended, amend;
kick out, boot out, throw out, shut out, lock out, cut off, shut off, kicked out, kick off, lock him out, lock
  her out, block access, revoke, take away access, pull access, remove access, disable, deactivate, turn off
  access;
copy, clone;
split, break up, break it up, breaking up, chop up, divide up, piecemeal, separate purchases;
hurry, rush, asap, right away, immediately, urgent;
reconcile, bank statement, tick off, statement;
construction, road work, paving, roofing, building project, building work, renovation;
grant, federal money, federal funds, federal grant;
prices, pricing, price;
drawing, blueprint, plans, drawings, specs, specifications, scope, scope of work;
bookkeeper, bookkeeping, accountant, accounting department, accounting;
taxes, tax form;
wire, wired, wire transfer;
postal service, post office, usps, mailman, mail carrier, lost in the mail, in the mail, by post;
`;

const listed = (text: string) =>
  text
    .split(";")
    .map((group) => group.trim().split(/,\s+/))
    .filter(([first]) => first !== "");

export const everydayWords: readonly (readonly string[])[] = listed(groups);

/** Names that people have: in a question they stand for somebody whom one works with. */
export const firstNames: readonly string[] =
  `alan alice amanda amy andrea andrew angela ann anna annie anthony barbara becky ben beth betty
  bill billy bob bobby brad brenda brian carl carlos carol carolyn cathy charles chris christine
  cindy craig dan daniel dave david dawn deb debbie debra denise dennis diane don donald donna
  doris doug ed eddie eric erin frank fred gary george gina greg harry heather helen henry howard
  jack james jamie jane janet janice jason jean jeff jen jennifer jenny jerry jesse jessica jill jim
  jimmy joan joe john johnny jose joyce juan judy julie karen kate kathy keith kelly ken kevin kim
  kyle larry laura lauren linda lisa liz lori louis lucy luis maria marie marilyn martha martin mary
  matt megan melissa michael michelle miguel mike nancy nick nicole pam pamela patricia paul paula
  pete peter phil rachel ralph randy ray rebecca rich rick rob robert roger ron rosa roy russ ruth
  ryan sam samantha sandra sandy sara sarah scott sharon sheila shirley stacy stan stephanie steve
  steven sue susan tammy ted teresa terry tiffany tim tina todd tom tony tracy tyler vicki victor
  walter wanda wayne wendy`.split(/\s+/);
