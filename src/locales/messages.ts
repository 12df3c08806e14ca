// Printed by `npm run messages` from the English catalogue. Do not edit.
import type { LocalizedText } from '../core/text/languages.ts';

type Value = string | number | LocalizedText;

export interface Messages {
  readonly access: {
    readonly invalidPin: string;
    readonly wrongPin: string;
    readonly unknownProfile: string;
    readonly wrongCode: string;
    readonly alreadyLinked: string;
    readonly linkedToAnother: string;
    readonly notRegistered: string;
    readonly missingDeviceId: string;
    readonly codeSent: string;
    readonly signedOut: string;
    readonly confirmFirst: string;
    readonly toBeDeleted: string;
    readonly invalidEmail: string;
  };
  readonly accounts: {
    readonly invalidName: string;
    readonly invalidLanguage: string;
    readonly nothingToChange: string;
    readonly invalidBirthYear: string;
    readonly invalidEmail: string;
    readonly parent: string;
    readonly tooManyChildren: (values: { readonly limit: string | number }) => string;
    readonly tooManyLinkedChildren: (values: { readonly limit: string | number }) => string;
    readonly childToBeDeleted: string;
    readonly accountToBeDeleted: string;
  };
  readonly avatar: {
    readonly unknownItem: string;
    readonly nothingToChange: string;
    readonly unlockByBadge: (values: { readonly badge: string | number }) => string;
    readonly unlockByLevel: (values: { readonly level: string | number }) => string;
    readonly unlockByBoth: (values: { readonly level: string | number; readonly badge: string | number }) => string;
    readonly itemLockedByBoth: (values: { readonly name: string | number; readonly level: string | number; readonly badge: string | number }) => string;
    readonly itemLockedByBadge: (values: { readonly name: string | number; readonly badge: string | number }) => string;
    readonly itemLockedByLevel: (values: { readonly name: string | number; readonly level: string | number }) => string;
  };
  readonly emails: {
    readonly access: {
      readonly code: {
        readonly subject: string;
        readonly intro: string;
        readonly expiry: string;
        readonly notRequested: string;
      };
      readonly confirm: {
        readonly subject: string;
        readonly intro: string;
        readonly expiry: string;
        readonly notRequested: string;
      };
      readonly conflict: {
        readonly subject: string;
        readonly body: (values: { readonly name: string | number }) => string;
      };
    };
    readonly digest: {
      readonly subject: string;
      readonly intro: (values: { readonly span: string | number }) => string;
      readonly quiet: string;
      readonly days: (values: { readonly n: string | number }) => string;
      readonly tasks: (values: { readonly n: string | number; readonly minutes: string | number }) => string;
      readonly xp: (values: { readonly n: string | number; readonly before: string | number }) => string;
      readonly question: (values: { readonly question: string | number }) => string;
      readonly button: string;
      readonly reason: string;
      readonly unsubscribe: string;
    };
    readonly guardianship: {
      readonly invitation: {
        readonly subject: string;
        readonly body: (values: { readonly from: string | number; readonly name: string | number }) => string;
        readonly expiry: string;
        readonly button: string;
        readonly notExpected: string;
      };
      readonly newGuardian: {
        readonly subject: string;
        readonly body: (values: { readonly who: string | number; readonly name: string | number }) => string;
        readonly button: string;
      };
      readonly guardianRemoved: {
        readonly subject: string;
        readonly body: (values: { readonly who: string | number; readonly name: string | number }) => string;
        readonly pin: string;
        readonly button: string;
      };
      readonly guardiansLeaving: {
        readonly subject: string;
        readonly body: (values: { readonly name: string | number; readonly day: string | number }) => string;
        readonly undo: string;
        readonly button: string;
      };
      readonly childDeletion: {
        readonly subject: string;
        readonly body: (values: { readonly who: string | number; readonly name: string | number; readonly day: string | number }) => string;
        readonly undo: string;
        readonly button: string;
      };
      readonly accountDeletion: {
        readonly subject: string;
        readonly body: (values: { readonly day: string | number }) => string;
        readonly children: string;
        readonly undo: string;
        readonly button: string;
      };
      readonly newPin: {
        readonly subject: string;
        readonly body: (values: { readonly who: string | number; readonly name: string | number }) => string;
        readonly notExpected: string;
        readonly button: string;
      };
      readonly export: {
        readonly subject: string;
        readonly body: (values: { readonly who: string | number }) => string;
        readonly notExpected: string;
        readonly button: string;
      };
    };
    readonly security: {
      readonly device: {
        readonly subject: string;
        readonly body: (values: { readonly program: string | number; readonly at: string | number }) => string;
        readonly unknown: string;
        readonly ifExpected: string;
        readonly ifUnexpected: string;
        readonly button: string;
      };
      readonly lock: {
        readonly subject: string;
        readonly body: (values: { readonly name: string | number }) => string;
        readonly help: string;
        readonly button: string;
      };
    };
  };
  readonly guardianship: {
    readonly firstOnly: string;
    readonly alreadyGuardian: string;
    readonly tooManyGuardians: string;
    readonly invitationInvalid: string;
    readonly anotherAddress: string;
    readonly deletedWithAccount: string;
    readonly unsubscribeLinkInvalid: string;
  };
  readonly http: {
    readonly invalidDeviceId: string;
    readonly staleForm: string;
    readonly rateLimitedSeconds: (values: { readonly seconds: string | number }) => string;
    readonly rateLimitedMinutes: (values: { readonly minutes: string | number }) => string;
    readonly signIn: string;
    readonly childrenOnly: string;
    readonly parentsOnly: string;
    readonly missing: string;
    readonly malformed: string;
    readonly tooLong: string;
    readonly objectRequired: string;
    readonly types: {
      readonly string: string;
      readonly integer: string;
      readonly number: string;
      readonly boolean: string;
      readonly array: string;
      readonly object: string;
    };
    readonly wrongType: (values: { readonly word: string | number }) => string;
    readonly notInList: (values: { readonly values: string | number }) => string;
    readonly atLeast: (values: { readonly limit: string | number }) => string;
    readonly atMost: (values: { readonly limit: string | number }) => string;
    readonly entries: (values: { readonly limit: string | number }) => string;
    readonly internalError: string;
    readonly unavailable: string;
    readonly notFound: string;
    readonly methodNotAllowed: string;
    readonly tooLarge: string;
    readonly jsonRequired: string;
    readonly unreadable: string;
    readonly invalidTimeZone: string;
    readonly bodyTooSlow: string;
    readonly tooManyHeaders: string;
    readonly invalidCursor: string;
    readonly invalidIdempotencyKey: string;
    readonly idempotencyKeyReused: string;
    readonly inProgress: string;
    readonly tooManyIdempotencyKeys: string;
    readonly crossSite: string;
    readonly continue: string;
  };
  readonly learning: {
    readonly invalidAnswer: string;
    readonly spotInPicture: (values: { readonly x: string | number; readonly y: string | number }) => string;
    readonly needsLevel: (values: { readonly level: string | number }) => string;
    readonly needsLocations: (values: { readonly titles: string | number }) => string;
    readonly opensOn: (values: { readonly date: string | number }) => string;
    readonly notStarted: string;
    readonly attemptFinished: string;
    readonly submitInstead: string;
    readonly pendingReview: string;
    readonly alreadySubmitted: string;
    readonly noHints: string;
    readonly unknownItem: string;
    readonly tooLarge: (values: { readonly limit: string | number }) => string;
    readonly answers: {
      readonly unknownItem: string;
      readonly answeredTwice: string;
      readonly nothingToAnswer: string;
      readonly expected: {
        readonly single_choice: string;
        readonly multiple_choice: string;
        readonly fill_in: (values: { readonly max: string | number }) => string;
        readonly numeric: string;
        readonly matching: string;
        readonly sequencing: string;
        readonly categorize: string;
        readonly hotspot: string;
      };
      readonly tooMany: string;
    };
    readonly practice: {
      readonly title: string;
      readonly instructions: string;
      readonly nothingYet: string;
      readonly over: string;
      readonly done: string;
    };
  };
  readonly onboarding: {
    readonly titles: {
      readonly pick_name: string;
      readonly dress_avatar: string;
      readonly first_task: string;
      readonly link_parent: string;
      readonly link_child: string;
      readonly review_privacy: string;
    };
  };
  readonly panel: {
    readonly account: {
      readonly page: {
        readonly title: string;
        readonly done: {
          readonly language: string;
          readonly emails: string;
          readonly 'signed-out': string;
          readonly kept: string;
        };
        readonly plannedDeletion: (values: { readonly day: string | number }) => string;
        readonly keep: string;
        readonly language: string;
        readonly languageHint: string;
        readonly save: string;
        readonly emails: string;
        readonly weekly: string;
        readonly weeklyHint: string;
        readonly emailsHint: string;
        readonly signIns: string;
        readonly app: string;
        readonly panel: string;
        readonly unknown: string;
        readonly thisDevice: string;
        readonly lastSeen: (values: { readonly at: string | number }) => string;
        readonly since: (values: { readonly at: string | number }) => string;
        readonly signOut: string;
        readonly signOutEverywhere: string;
        readonly signOutEverywhereHint: string;
        readonly consents: string;
        readonly consent: (values: { readonly day: string | number; readonly month: string | number }) => string;
        readonly noConsents: string;
        readonly unlinkedChild: string;
        readonly privacy: string;
        readonly planets: string;
        readonly planetsHint: string;
        readonly viewPlanets: string;
        readonly dataAndDeletion: string;
        readonly exportData: string;
        readonly deleteAccount: string;
      };
      readonly privacy: {
        readonly back: string;
        readonly title: string;
        readonly intro: string;
        readonly parts: ReadonlyArray<{
          readonly heading: string;
          readonly sentences: ReadonlyArray<string>;
        }>;
        readonly confirm: string;
        readonly confirmedOn: (values: { readonly day: string | number }) => string;
      };
    };
    readonly approvals: {
      readonly title: string;
      readonly none: string;
      readonly noneHint: string;
      readonly kinds: {
        readonly todo: string;
        readonly work: string;
      };
      readonly select: (values: { readonly title: string | number }) => string;
      readonly selectAll: string;
      readonly approveSelected: string;
      readonly nothingSelected: string;
      readonly approved: (values: { readonly count: number }) => string;
      readonly alreadyReviewed: string;
    };
    readonly child: {
      readonly ledgerReasons: {
        readonly quiz_passed: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly quiz_improved: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly quiz_perfect: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly lesson_done: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly real_world_done: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly practice: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly daily_practice: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly location_completed: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly world_completed: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly creative_submitted: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly creative_approved: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly daily_first: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly todo_approved: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly todo_own: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly todo_undone: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
        readonly other: {
          readonly plain: string;
          readonly named: (values: { readonly name: string | number }) => string;
        };
      };
      readonly lists: {
        readonly badges: {
          readonly none: string;
          readonly noneHint: string;
        };
        readonly ledger: {
          readonly none: string;
          readonly noneHint: string;
        };
        readonly activity: {
          readonly none: string;
          readonly noneHint: string;
          readonly passed: string;
          readonly practised: string;
          readonly failed: string;
          readonly in_progress: string;
          readonly pending_review: string;
        };
        readonly answers: {
          readonly none: string;
          readonly noneHint: string;
          readonly childAnswer: string;
          readonly toldThem: (values: { readonly text: string | number }) => string;
          readonly rightAnswer: string;
          readonly questionRemoved: string;
          readonly wrongAnswers: (values: { readonly misses: string | number; readonly tries: string | number }) => string;
          readonly knownNow: string;
        };
      };
      readonly overview: {
        readonly back: string;
        readonly sections: string;
        readonly overview: string;
        readonly activity: string;
        readonly answers: string;
        readonly works: string;
        readonly todos: string;
        readonly badges: string;
        readonly ledger: string;
        readonly settings: string;
        readonly answersTitle: string;
        readonly thisWeek: string;
        readonly activeDays: string;
        readonly worlds: string;
        readonly streak: (values: { readonly count: number }) => string;
        readonly longestStreak: (values: { readonly days: string | number }) => string;
        readonly locked: string;
        readonly done: string;
        readonly notStarted: string;
        readonly progress: (values: { readonly done: string | number; readonly all: string | number }) => string;
        readonly noWorlds: string;
        readonly otherWorlds: (values: { readonly n: string | number }) => string;
      };
      readonly settings: {
        readonly title: (values: { readonly name: string | number }) => string;
        readonly back: string;
        readonly done: {
          readonly saved: string;
          readonly pin: string;
          readonly unlocked: string;
          readonly paused: string;
          readonly resumed: string;
          readonly invited: string;
          readonly cancelled: string;
          readonly unlinked: string;
          readonly kept: string;
        };
        readonly plannedDeletion: (values: { readonly day: string | number }) => string;
        readonly guardiansLeaving: string;
        readonly toAccount: string;
        readonly keep: string;
        readonly profile: string;
        readonly name: string;
        readonly language: string;
        readonly save: string;
        readonly permissions: string;
        readonly leaderboards: string;
        readonly leaderboardsHint: string;
        readonly planets: string;
        readonly planetsHint: string;
        readonly autoApproval: string;
        readonly autoApprovalHint: string;
        readonly pin: string;
        readonly locked: (values: { readonly until: string | number }) => string;
        readonly unlock: string;
        readonly newPin: string;
        readonly pinHint: string;
        readonly pause: string;
        readonly pauseHint: string;
        readonly until: string;
        readonly startPause: string;
        readonly paused: (values: { readonly until: string | number; readonly from: string | number }) => string;
        readonly endPause: string;
        readonly guardians: string;
        readonly first: string;
        readonly you: string;
        readonly since: (values: { readonly day: string | number }) => string;
        readonly unlink: string;
        readonly invited: (values: { readonly until: string | number }) => string;
        readonly cancel: string;
        readonly invite: string;
        readonly inviteLabel: string;
        readonly inviteHint: string;
        readonly send: string;
        readonly inviteFirst: string;
        readonly confirmFirst: string;
        readonly dataAndDeletion: string;
        readonly exportData: string;
        readonly deleteProfile: string;
      };
      readonly skills: {
        readonly title: string;
        readonly talkAbout: (values: { readonly n: number }) => string;
        readonly strength: string;
        readonly practice: string;
        readonly none: string;
        readonly practised: (values: { readonly n: number }) => string;
        readonly due: string;
        readonly growing: string;
        readonly steady: string;
        readonly mastered: string;
      };
      readonly submissions: {
        readonly none: string;
        readonly noneHint: string;
        readonly pending_review: string;
        readonly approved: string;
        readonly changes_requested: string;
        readonly withdrawn: string;
        readonly autoApproved: string;
        readonly picture: (values: { readonly n: string | number; readonly title: string | number }) => string;
        readonly sound: (values: { readonly title: string | number }) => string;
        readonly approve: string;
        readonly requestChanges: string;
        readonly sticker: string;
        readonly noSticker: string;
        readonly comment: string;
        readonly addFeedback: string;
      };
      readonly todos: {
        readonly list: {
          readonly none: string;
          readonly noneHint: string;
          readonly pending: string;
          readonly done: string;
          readonly awaiting_approval: string;
          readonly approved: string;
          readonly rejected: string;
          readonly skipped: string;
          readonly overdue: string;
          readonly important: string;
          readonly addedByChild: string;
          readonly due: (values: { readonly day: string | number }) => string;
          readonly checklist: (values: { readonly done: string | number; readonly all: string | number }) => string;
          readonly xp: (values: { readonly n: string | number }) => string;
          readonly approve: string;
          readonly reject: string;
          readonly note: string;
        };
        readonly assign: {
          readonly addTodo: string;
          readonly title: string;
          readonly due: string;
          readonly xp: string;
          readonly children: string;
          readonly more: string;
          readonly notes: string;
          readonly repeat: string;
          readonly once: string;
          readonly daily: string;
          readonly weekly: string;
          readonly monthly: string;
          readonly onDays: string;
          readonly important: string;
          readonly noApproval: string;
          readonly submit: string;
        };
        readonly recurrence: {
          readonly every: {
            readonly daily: (values: { readonly count: number }) => string;
            readonly weekly: (values: { readonly count: number }) => string;
            readonly monthly: (values: { readonly count: number }) => string;
          };
        };
      };
    };
    readonly children: {
      readonly page: {
        readonly title: string;
        readonly needsReview: string;
        readonly viewAll: (values: { readonly n: string | number }) => string;
        readonly none: string;
        readonly noneIntro: string;
      };
      readonly cards: {
        readonly level: (values: { readonly level: string | number }) => string;
        readonly xpToGo: (values: { readonly xp: string | number }) => string;
        readonly plannedDeletion: (values: { readonly day: string | number }) => string;
      };
      readonly addChild: {
        readonly title: string;
        readonly intro: string;
        readonly getCode: string;
        readonly getNewCode: string;
        readonly expiresIn: (values: { readonly count: number }) => string;
        readonly steps: ReadonlyArray<string>;
        readonly otherGuardian: string;
      };
    };
    readonly dangerZone: {
      readonly back: string;
      readonly backToAccount: string;
      readonly pin: {
        readonly title: (values: { readonly name: string | number }) => string;
        readonly intro: string;
        readonly label: string;
        readonly submit: string;
      };
      readonly unlink: {
        readonly title: (values: { readonly who: string | number; readonly name: string | number }) => string;
        readonly intro: string;
        readonly lastGuardian: string;
        readonly lastPlanned: (values: { readonly day: string | number }) => string;
        readonly othersLeaving: (values: { readonly day: string | number }) => string;
        readonly submit: string;
      };
      readonly remove: {
        readonly title: (values: { readonly name: string | number }) => string;
        readonly intro: (values: { readonly day: string | number }) => string;
        readonly submit: string;
      };
      readonly export: {
        readonly title: (values: { readonly name: string | number }) => string;
        readonly intro: string;
        readonly submit: string;
      };
      readonly account: {
        readonly exportTitle: string;
        readonly exportIntro: string;
        readonly removeTitle: string;
        readonly removeIntro: (values: { readonly day: string | number }) => string;
        readonly deletedChildren: string;
        readonly keepHint: string;
        readonly submit: string;
      };
    };
    readonly front: {
      readonly title: string;
      readonly intro: string;
      readonly child: string;
      readonly childIntro: string;
      readonly parent: string;
      readonly openPanel: string;
      readonly parentIntro: string;
      readonly api: string;
      readonly playTitle: string;
      readonly needsScript: string;
    };
    readonly layout: {
      readonly description: string;
      readonly skip: string;
      readonly requestFailed: string;
      readonly navigation: string;
      readonly children: string;
      readonly approvals: string;
      readonly link: string;
      readonly account: string;
      readonly signOut: string;
      readonly toReview: (values: { readonly count: number }) => string;
      readonly notFound: string;
      readonly tooManyRequests: string;
      readonly errorTitle: string;
      readonly backToStart: string;
    };
    readonly parts: {
      readonly stars: (values: { readonly count: number }) => string;
      readonly days: (values: { readonly count: number }) => string;
      readonly notices: {
        readonly approved: string;
        readonly 'sent-back': string;
        readonly assigned: string;
      };
      readonly calendar: (values: { readonly days: string | number; readonly from: string | number; readonly until: string | number }) => string;
      readonly week: {
        readonly week: string;
        readonly time: string;
        readonly xp: string;
        readonly minutes: string;
        readonly last: (values: { readonly n: string | number }) => string;
      };
      readonly pagedList: {
        readonly pages: string;
        readonly previous: string;
        readonly next: string;
        readonly page: (values: { readonly page: number; readonly last: number }) => string;
        readonly range: (values: { readonly first: number; readonly last: number; readonly total: number }) => string;
        readonly emptyPage: string;
      };
    };
    readonly planets: {
      readonly title: string;
      readonly intro: string;
      readonly done: {
        readonly created: string;
        readonly closed: string;
        readonly joined: string;
      };
      readonly back: string;
      readonly ownPlanets: string;
      readonly none: string;
      readonly members: (values: { readonly count: number }) => string;
      readonly spots: (values: { readonly n: string | number }) => string;
      readonly closed: string;
      readonly invite: string;
      readonly code: (values: { readonly day: string | number }) => string;
      readonly end: string;
      readonly endHint: string;
      readonly join: string;
      readonly joinHint: string;
      readonly child: string;
      readonly codeLabel: string;
      readonly joinButton: string;
      readonly addOwnChild: string;
      readonly create: string;
      readonly name: string;
      readonly description: string;
      readonly capacity: string;
      readonly goal: string;
      readonly goals: {
        readonly none: string;
        readonly xp: string;
        readonly tasks: string;
      };
      readonly target: string;
      readonly period: string;
      readonly periods: {
        readonly week: string;
        readonly month: string;
      };
      readonly createButton: string;
      readonly noChild: string;
    };
    readonly public: {
      readonly invitation: {
        readonly title: (values: { readonly name: string | number }) => string;
        readonly intro: (values: { readonly from: string | number; readonly name: string | number }) => string;
        readonly consent: string;
        readonly forAddress: (values: { readonly email: string | number }) => string;
        readonly send: string;
        readonly sent: (values: { readonly email: string | number }) => string;
        readonly codeLabel: string;
        readonly accept: string;
        readonly acceptNow: string;
        readonly sendAgain: string;
      };
      readonly unsubscribe: {
        readonly title: string;
        readonly intro: string;
        readonly submit: string;
        readonly doneTitle: string;
        readonly doneIntro: string;
        readonly goToPanel: string;
      };
      readonly deletion: {
        readonly title: string;
        readonly intro: string;
        readonly steps: ReadonlyArray<string>;
        readonly deleteChildHint: string;
        readonly label: string;
        readonly send: string;
        readonly sent: (values: { readonly email: string | number }) => string;
        readonly codeLabel: string;
        readonly continue: string;
      };
    };
    readonly signIn: {
      readonly login: {
        readonly title: string;
        readonly intro: string;
        readonly managerTitle: string;
        readonly managerLabel: string;
        readonly managerHint: string;
        readonly emailTitle: string;
        readonly emailLabel: string;
        readonly send: string;
        readonly signIn: string;
        readonly codeTitle: string;
        readonly sentTo: string;
        readonly codeExpiry: string;
        readonly codeLabel: string;
        readonly sendAgain: string;
        readonly otherAddress: string;
      };
      readonly confirm: {
        readonly title: string;
        readonly intro: string;
        readonly emailTitle: string;
        readonly emailHint: (values: { readonly email: string | number }) => string;
        readonly send: string;
        readonly sendAgain: string;
        readonly sent: (values: { readonly email: string | number }) => string;
        readonly codeLabel: string;
        readonly managerTitle: string;
        readonly managerLabel: string;
        readonly managerHint: string;
        readonly confirm: string;
        readonly cancel: string;
      };
    };
  };
  readonly planets: {
    readonly planetsOff: string;
    readonly tooYoung: (values: { readonly age: string | number }) => string;
    readonly tooOld: (values: { readonly age: string | number }) => string;
    readonly underLevel: (values: { readonly level: string | number }) => string;
    readonly alreadyMember: string;
    readonly notMember: string;
    readonly ended: string;
    readonly full: string;
    readonly tooManyPlanets: string;
    readonly invalidName: string;
    readonly invalidDescription: string;
    readonly invalidCapacity: string;
    readonly invalidTarget: string;
    readonly tooManyCreated: string;
    readonly tooManyFounded: (values: { readonly limit: string | number }) => string;
    readonly tooManyJoined: (values: { readonly limit: string | number }) => string;
    readonly invalidInvite: string;
  };
  readonly progress: {
    readonly invalidUntil: string;
  };
  readonly rankings: {
    readonly missingPlanetId: string;
  };
  readonly submissions: {
    readonly stickers: {
      readonly star: string;
      readonly heart: string;
      readonly rocket: string;
      readonly rainbow: string;
      readonly trophy: string;
      readonly sunflower: string;
      readonly clap: string;
      readonly 'bright-idea': string;
    };
    readonly emptySubmission: string;
    readonly invalidText: string;
    readonly invalidCaption: string;
    readonly invalidMedium: string;
    readonly tooManyPixels: string;
    readonly tooComplex: string;
    readonly notCreative: string;
    readonly notPending: string;
    readonly feedbackTooLong: string;
    readonly invalidSticker: string;
    readonly invalidStars: string;
    readonly childStorageFull: (values: { readonly limit: string | number }) => string;
    readonly familyStorageFull: (values: { readonly limit: string | number }) => string;
    readonly tooManyRevisions: (values: { readonly limit: string | number }) => string;
  };
  readonly todos: {
    readonly invalidTitle: string;
    readonly invalidNotes: string;
    readonly invalidEntryText: string;
    readonly invalidEntry: string;
    readonly tooManyEntries: (values: { readonly limit: string | number }) => string;
    readonly invalidDate: string;
    readonly invalidInterval: string;
    readonly onlyWeekly: string;
    readonly invalidXp: string;
    readonly invalidNote: string;
    readonly noChildChosen: string;
    readonly nothingToChange: string;
    readonly listFull: (values: { readonly limit: string | number }) => string;
    readonly tooManyWaiting: (values: { readonly limit: string | number }) => string;
    readonly listTooLarge: string;
    readonly tooManyUndone: (values: { readonly limit: string | number }) => string;
    readonly illegalTransition: string;
    readonly changedMeanwhile: string;
    readonly parentDecides: string;
    readonly assignedByParent: string;
    readonly tooEarly: (values: { readonly day: Date }) => string;
  };
  readonly uploads: {
    readonly notAFile: string;
    readonly wrongField: string;
    readonly tooManyFiles: string;
    readonly fileTooLarge: string;
    readonly fieldTooLong: string;
    readonly repeatedField: string;
    readonly unreadableParts: string;
  };
}

export interface Localized {
  readonly access: {
    readonly invalidPin: LocalizedText;
    readonly wrongPin: LocalizedText;
    readonly unknownProfile: LocalizedText;
    readonly wrongCode: LocalizedText;
    readonly alreadyLinked: LocalizedText;
    readonly linkedToAnother: LocalizedText;
    readonly notRegistered: LocalizedText;
    readonly missingDeviceId: LocalizedText;
    readonly codeSent: LocalizedText;
    readonly signedOut: LocalizedText;
    readonly confirmFirst: LocalizedText;
    readonly toBeDeleted: LocalizedText;
    readonly invalidEmail: LocalizedText;
  };
  readonly accounts: {
    readonly invalidName: LocalizedText;
    readonly invalidLanguage: LocalizedText;
    readonly nothingToChange: LocalizedText;
    readonly invalidBirthYear: LocalizedText;
    readonly invalidEmail: LocalizedText;
    readonly parent: LocalizedText;
    readonly tooManyChildren: (values: { readonly limit: Value }) => LocalizedText;
    readonly tooManyLinkedChildren: (values: { readonly limit: Value }) => LocalizedText;
    readonly childToBeDeleted: LocalizedText;
    readonly accountToBeDeleted: LocalizedText;
  };
  readonly avatar: {
    readonly unknownItem: LocalizedText;
    readonly nothingToChange: LocalizedText;
    readonly unlockByBadge: (values: { readonly badge: Value }) => LocalizedText;
    readonly unlockByLevel: (values: { readonly level: Value }) => LocalizedText;
    readonly unlockByBoth: (values: { readonly level: Value; readonly badge: Value }) => LocalizedText;
    readonly itemLockedByBoth: (values: { readonly name: Value; readonly level: Value; readonly badge: Value }) => LocalizedText;
    readonly itemLockedByBadge: (values: { readonly name: Value; readonly badge: Value }) => LocalizedText;
    readonly itemLockedByLevel: (values: { readonly name: Value; readonly level: Value }) => LocalizedText;
  };
  readonly emails: {
    readonly access: {
      readonly code: {
        readonly subject: LocalizedText;
        readonly intro: LocalizedText;
        readonly expiry: LocalizedText;
        readonly notRequested: LocalizedText;
      };
      readonly confirm: {
        readonly subject: LocalizedText;
        readonly intro: LocalizedText;
        readonly expiry: LocalizedText;
        readonly notRequested: LocalizedText;
      };
      readonly conflict: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly name: Value }) => LocalizedText;
      };
    };
    readonly digest: {
      readonly subject: LocalizedText;
      readonly intro: (values: { readonly span: Value }) => LocalizedText;
      readonly quiet: LocalizedText;
      readonly days: (values: { readonly n: Value }) => LocalizedText;
      readonly tasks: (values: { readonly n: Value; readonly minutes: Value }) => LocalizedText;
      readonly xp: (values: { readonly n: Value; readonly before: Value }) => LocalizedText;
      readonly question: (values: { readonly question: Value }) => LocalizedText;
      readonly button: LocalizedText;
      readonly reason: LocalizedText;
      readonly unsubscribe: LocalizedText;
    };
    readonly guardianship: {
      readonly invitation: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly from: Value; readonly name: Value }) => LocalizedText;
        readonly expiry: LocalizedText;
        readonly button: LocalizedText;
        readonly notExpected: LocalizedText;
      };
      readonly newGuardian: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly who: Value; readonly name: Value }) => LocalizedText;
        readonly button: LocalizedText;
      };
      readonly guardianRemoved: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly who: Value; readonly name: Value }) => LocalizedText;
        readonly pin: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly guardiansLeaving: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly name: Value; readonly day: Value }) => LocalizedText;
        readonly undo: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly childDeletion: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly who: Value; readonly name: Value; readonly day: Value }) => LocalizedText;
        readonly undo: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly accountDeletion: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly day: Value }) => LocalizedText;
        readonly children: LocalizedText;
        readonly undo: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly newPin: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly who: Value; readonly name: Value }) => LocalizedText;
        readonly notExpected: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly export: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly who: Value }) => LocalizedText;
        readonly notExpected: LocalizedText;
        readonly button: LocalizedText;
      };
    };
    readonly security: {
      readonly device: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly program: Value; readonly at: Value }) => LocalizedText;
        readonly unknown: LocalizedText;
        readonly ifExpected: LocalizedText;
        readonly ifUnexpected: LocalizedText;
        readonly button: LocalizedText;
      };
      readonly lock: {
        readonly subject: LocalizedText;
        readonly body: (values: { readonly name: Value }) => LocalizedText;
        readonly help: LocalizedText;
        readonly button: LocalizedText;
      };
    };
  };
  readonly guardianship: {
    readonly firstOnly: LocalizedText;
    readonly alreadyGuardian: LocalizedText;
    readonly tooManyGuardians: LocalizedText;
    readonly invitationInvalid: LocalizedText;
    readonly anotherAddress: LocalizedText;
    readonly deletedWithAccount: LocalizedText;
    readonly unsubscribeLinkInvalid: LocalizedText;
  };
  readonly http: {
    readonly invalidDeviceId: LocalizedText;
    readonly staleForm: LocalizedText;
    readonly rateLimitedSeconds: (values: { readonly seconds: Value }) => LocalizedText;
    readonly rateLimitedMinutes: (values: { readonly minutes: Value }) => LocalizedText;
    readonly signIn: LocalizedText;
    readonly childrenOnly: LocalizedText;
    readonly parentsOnly: LocalizedText;
    readonly missing: LocalizedText;
    readonly malformed: LocalizedText;
    readonly tooLong: LocalizedText;
    readonly objectRequired: LocalizedText;
    readonly types: {
      readonly string: LocalizedText;
      readonly integer: LocalizedText;
      readonly number: LocalizedText;
      readonly boolean: LocalizedText;
      readonly array: LocalizedText;
      readonly object: LocalizedText;
    };
    readonly wrongType: (values: { readonly word: Value }) => LocalizedText;
    readonly notInList: (values: { readonly values: Value }) => LocalizedText;
    readonly atLeast: (values: { readonly limit: Value }) => LocalizedText;
    readonly atMost: (values: { readonly limit: Value }) => LocalizedText;
    readonly entries: (values: { readonly limit: Value }) => LocalizedText;
    readonly internalError: LocalizedText;
    readonly unavailable: LocalizedText;
    readonly notFound: LocalizedText;
    readonly methodNotAllowed: LocalizedText;
    readonly tooLarge: LocalizedText;
    readonly jsonRequired: LocalizedText;
    readonly unreadable: LocalizedText;
    readonly invalidTimeZone: LocalizedText;
    readonly bodyTooSlow: LocalizedText;
    readonly tooManyHeaders: LocalizedText;
    readonly invalidCursor: LocalizedText;
    readonly invalidIdempotencyKey: LocalizedText;
    readonly idempotencyKeyReused: LocalizedText;
    readonly inProgress: LocalizedText;
    readonly tooManyIdempotencyKeys: LocalizedText;
    readonly crossSite: LocalizedText;
    readonly continue: LocalizedText;
  };
  readonly learning: {
    readonly invalidAnswer: LocalizedText;
    readonly spotInPicture: (values: { readonly x: Value; readonly y: Value }) => LocalizedText;
    readonly needsLevel: (values: { readonly level: Value }) => LocalizedText;
    readonly needsLocations: (values: { readonly titles: Value }) => LocalizedText;
    readonly opensOn: (values: { readonly date: Value }) => LocalizedText;
    readonly notStarted: LocalizedText;
    readonly attemptFinished: LocalizedText;
    readonly submitInstead: LocalizedText;
    readonly pendingReview: LocalizedText;
    readonly alreadySubmitted: LocalizedText;
    readonly noHints: LocalizedText;
    readonly unknownItem: LocalizedText;
    readonly tooLarge: (values: { readonly limit: Value }) => LocalizedText;
    readonly answers: {
      readonly unknownItem: LocalizedText;
      readonly answeredTwice: LocalizedText;
      readonly nothingToAnswer: LocalizedText;
      readonly expected: {
        readonly single_choice: LocalizedText;
        readonly multiple_choice: LocalizedText;
        readonly fill_in: (values: { readonly max: Value }) => LocalizedText;
        readonly numeric: LocalizedText;
        readonly matching: LocalizedText;
        readonly sequencing: LocalizedText;
        readonly categorize: LocalizedText;
        readonly hotspot: LocalizedText;
      };
      readonly tooMany: LocalizedText;
    };
    readonly practice: {
      readonly title: LocalizedText;
      readonly instructions: LocalizedText;
      readonly nothingYet: LocalizedText;
      readonly over: LocalizedText;
      readonly done: LocalizedText;
    };
  };
  readonly onboarding: {
    readonly titles: {
      readonly pick_name: LocalizedText;
      readonly dress_avatar: LocalizedText;
      readonly first_task: LocalizedText;
      readonly link_parent: LocalizedText;
      readonly link_child: LocalizedText;
      readonly review_privacy: LocalizedText;
    };
  };
  readonly panel: {
    readonly account: {
      readonly page: {
        readonly title: LocalizedText;
        readonly done: {
          readonly language: LocalizedText;
          readonly emails: LocalizedText;
          readonly 'signed-out': LocalizedText;
          readonly kept: LocalizedText;
        };
        readonly plannedDeletion: (values: { readonly day: Value }) => LocalizedText;
        readonly keep: LocalizedText;
        readonly language: LocalizedText;
        readonly languageHint: LocalizedText;
        readonly save: LocalizedText;
        readonly emails: LocalizedText;
        readonly weekly: LocalizedText;
        readonly weeklyHint: LocalizedText;
        readonly emailsHint: LocalizedText;
        readonly signIns: LocalizedText;
        readonly app: LocalizedText;
        readonly panel: LocalizedText;
        readonly unknown: LocalizedText;
        readonly thisDevice: LocalizedText;
        readonly lastSeen: (values: { readonly at: Value }) => LocalizedText;
        readonly since: (values: { readonly at: Value }) => LocalizedText;
        readonly signOut: LocalizedText;
        readonly signOutEverywhere: LocalizedText;
        readonly signOutEverywhereHint: LocalizedText;
        readonly consents: LocalizedText;
        readonly consent: (values: { readonly day: Value; readonly month: Value }) => LocalizedText;
        readonly noConsents: LocalizedText;
        readonly unlinkedChild: LocalizedText;
        readonly privacy: LocalizedText;
        readonly planets: LocalizedText;
        readonly planetsHint: LocalizedText;
        readonly viewPlanets: LocalizedText;
        readonly dataAndDeletion: LocalizedText;
        readonly exportData: LocalizedText;
        readonly deleteAccount: LocalizedText;
      };
      readonly privacy: {
        readonly back: LocalizedText;
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly parts: ReadonlyArray<{
          readonly heading: LocalizedText;
          readonly sentences: ReadonlyArray<LocalizedText>;
        }>;
        readonly confirm: LocalizedText;
        readonly confirmedOn: (values: { readonly day: Value }) => LocalizedText;
      };
    };
    readonly approvals: {
      readonly title: LocalizedText;
      readonly none: LocalizedText;
      readonly noneHint: LocalizedText;
      readonly kinds: {
        readonly todo: LocalizedText;
        readonly work: LocalizedText;
      };
      readonly select: (values: { readonly title: Value }) => LocalizedText;
      readonly selectAll: LocalizedText;
      readonly approveSelected: LocalizedText;
      readonly nothingSelected: LocalizedText;
      readonly approved: (values: { readonly count: number }) => LocalizedText;
      readonly alreadyReviewed: LocalizedText;
    };
    readonly child: {
      readonly ledgerReasons: {
        readonly quiz_passed: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly quiz_improved: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly quiz_perfect: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly lesson_done: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly real_world_done: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly practice: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly daily_practice: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly location_completed: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly world_completed: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly creative_submitted: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly creative_approved: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly daily_first: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly todo_approved: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly todo_own: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly todo_undone: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
        readonly other: {
          readonly plain: LocalizedText;
          readonly named: (values: { readonly name: Value }) => LocalizedText;
        };
      };
      readonly lists: {
        readonly badges: {
          readonly none: LocalizedText;
          readonly noneHint: LocalizedText;
        };
        readonly ledger: {
          readonly none: LocalizedText;
          readonly noneHint: LocalizedText;
        };
        readonly activity: {
          readonly none: LocalizedText;
          readonly noneHint: LocalizedText;
          readonly passed: LocalizedText;
          readonly practised: LocalizedText;
          readonly failed: LocalizedText;
          readonly in_progress: LocalizedText;
          readonly pending_review: LocalizedText;
        };
        readonly answers: {
          readonly none: LocalizedText;
          readonly noneHint: LocalizedText;
          readonly childAnswer: LocalizedText;
          readonly toldThem: (values: { readonly text: Value }) => LocalizedText;
          readonly rightAnswer: LocalizedText;
          readonly questionRemoved: LocalizedText;
          readonly wrongAnswers: (values: { readonly misses: Value; readonly tries: Value }) => LocalizedText;
          readonly knownNow: LocalizedText;
        };
      };
      readonly overview: {
        readonly back: LocalizedText;
        readonly sections: LocalizedText;
        readonly overview: LocalizedText;
        readonly activity: LocalizedText;
        readonly answers: LocalizedText;
        readonly works: LocalizedText;
        readonly todos: LocalizedText;
        readonly badges: LocalizedText;
        readonly ledger: LocalizedText;
        readonly settings: LocalizedText;
        readonly answersTitle: LocalizedText;
        readonly thisWeek: LocalizedText;
        readonly activeDays: LocalizedText;
        readonly worlds: LocalizedText;
        readonly streak: (values: { readonly count: number }) => LocalizedText;
        readonly longestStreak: (values: { readonly days: Value }) => LocalizedText;
        readonly locked: LocalizedText;
        readonly done: LocalizedText;
        readonly notStarted: LocalizedText;
        readonly progress: (values: { readonly done: Value; readonly all: Value }) => LocalizedText;
        readonly noWorlds: LocalizedText;
        readonly otherWorlds: (values: { readonly n: Value }) => LocalizedText;
      };
      readonly settings: {
        readonly title: (values: { readonly name: Value }) => LocalizedText;
        readonly back: LocalizedText;
        readonly done: {
          readonly saved: LocalizedText;
          readonly pin: LocalizedText;
          readonly unlocked: LocalizedText;
          readonly paused: LocalizedText;
          readonly resumed: LocalizedText;
          readonly invited: LocalizedText;
          readonly cancelled: LocalizedText;
          readonly unlinked: LocalizedText;
          readonly kept: LocalizedText;
        };
        readonly plannedDeletion: (values: { readonly day: Value }) => LocalizedText;
        readonly guardiansLeaving: LocalizedText;
        readonly toAccount: LocalizedText;
        readonly keep: LocalizedText;
        readonly profile: LocalizedText;
        readonly name: LocalizedText;
        readonly language: LocalizedText;
        readonly save: LocalizedText;
        readonly permissions: LocalizedText;
        readonly leaderboards: LocalizedText;
        readonly leaderboardsHint: LocalizedText;
        readonly planets: LocalizedText;
        readonly planetsHint: LocalizedText;
        readonly autoApproval: LocalizedText;
        readonly autoApprovalHint: LocalizedText;
        readonly pin: LocalizedText;
        readonly locked: (values: { readonly until: Value }) => LocalizedText;
        readonly unlock: LocalizedText;
        readonly newPin: LocalizedText;
        readonly pinHint: LocalizedText;
        readonly pause: LocalizedText;
        readonly pauseHint: LocalizedText;
        readonly until: LocalizedText;
        readonly startPause: LocalizedText;
        readonly paused: (values: { readonly until: Value; readonly from: Value }) => LocalizedText;
        readonly endPause: LocalizedText;
        readonly guardians: LocalizedText;
        readonly first: LocalizedText;
        readonly you: LocalizedText;
        readonly since: (values: { readonly day: Value }) => LocalizedText;
        readonly unlink: LocalizedText;
        readonly invited: (values: { readonly until: Value }) => LocalizedText;
        readonly cancel: LocalizedText;
        readonly invite: LocalizedText;
        readonly inviteLabel: LocalizedText;
        readonly inviteHint: LocalizedText;
        readonly send: LocalizedText;
        readonly inviteFirst: LocalizedText;
        readonly confirmFirst: LocalizedText;
        readonly dataAndDeletion: LocalizedText;
        readonly exportData: LocalizedText;
        readonly deleteProfile: LocalizedText;
      };
      readonly skills: {
        readonly title: LocalizedText;
        readonly talkAbout: (values: { readonly n: number }) => LocalizedText;
        readonly strength: LocalizedText;
        readonly practice: LocalizedText;
        readonly none: LocalizedText;
        readonly practised: (values: { readonly n: number }) => LocalizedText;
        readonly due: LocalizedText;
        readonly growing: LocalizedText;
        readonly steady: LocalizedText;
        readonly mastered: LocalizedText;
      };
      readonly submissions: {
        readonly none: LocalizedText;
        readonly noneHint: LocalizedText;
        readonly pending_review: LocalizedText;
        readonly approved: LocalizedText;
        readonly changes_requested: LocalizedText;
        readonly withdrawn: LocalizedText;
        readonly autoApproved: LocalizedText;
        readonly picture: (values: { readonly n: Value; readonly title: Value }) => LocalizedText;
        readonly sound: (values: { readonly title: Value }) => LocalizedText;
        readonly approve: LocalizedText;
        readonly requestChanges: LocalizedText;
        readonly sticker: LocalizedText;
        readonly noSticker: LocalizedText;
        readonly comment: LocalizedText;
        readonly addFeedback: LocalizedText;
      };
      readonly todos: {
        readonly list: {
          readonly none: LocalizedText;
          readonly noneHint: LocalizedText;
          readonly pending: LocalizedText;
          readonly done: LocalizedText;
          readonly awaiting_approval: LocalizedText;
          readonly approved: LocalizedText;
          readonly rejected: LocalizedText;
          readonly skipped: LocalizedText;
          readonly overdue: LocalizedText;
          readonly important: LocalizedText;
          readonly addedByChild: LocalizedText;
          readonly due: (values: { readonly day: Value }) => LocalizedText;
          readonly checklist: (values: { readonly done: Value; readonly all: Value }) => LocalizedText;
          readonly xp: (values: { readonly n: Value }) => LocalizedText;
          readonly approve: LocalizedText;
          readonly reject: LocalizedText;
          readonly note: LocalizedText;
        };
        readonly assign: {
          readonly addTodo: LocalizedText;
          readonly title: LocalizedText;
          readonly due: LocalizedText;
          readonly xp: LocalizedText;
          readonly children: LocalizedText;
          readonly more: LocalizedText;
          readonly notes: LocalizedText;
          readonly repeat: LocalizedText;
          readonly once: LocalizedText;
          readonly daily: LocalizedText;
          readonly weekly: LocalizedText;
          readonly monthly: LocalizedText;
          readonly onDays: LocalizedText;
          readonly important: LocalizedText;
          readonly noApproval: LocalizedText;
          readonly submit: LocalizedText;
        };
        readonly recurrence: {
          readonly every: {
            readonly daily: (values: { readonly count: number }) => LocalizedText;
            readonly weekly: (values: { readonly count: number }) => LocalizedText;
            readonly monthly: (values: { readonly count: number }) => LocalizedText;
          };
        };
      };
    };
    readonly children: {
      readonly page: {
        readonly title: LocalizedText;
        readonly needsReview: LocalizedText;
        readonly viewAll: (values: { readonly n: Value }) => LocalizedText;
        readonly none: LocalizedText;
        readonly noneIntro: LocalizedText;
      };
      readonly cards: {
        readonly level: (values: { readonly level: Value }) => LocalizedText;
        readonly xpToGo: (values: { readonly xp: Value }) => LocalizedText;
        readonly plannedDeletion: (values: { readonly day: Value }) => LocalizedText;
      };
      readonly addChild: {
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly getCode: LocalizedText;
        readonly getNewCode: LocalizedText;
        readonly expiresIn: (values: { readonly count: number }) => LocalizedText;
        readonly steps: ReadonlyArray<LocalizedText>;
        readonly otherGuardian: LocalizedText;
      };
    };
    readonly dangerZone: {
      readonly back: LocalizedText;
      readonly backToAccount: LocalizedText;
      readonly pin: {
        readonly title: (values: { readonly name: Value }) => LocalizedText;
        readonly intro: LocalizedText;
        readonly label: LocalizedText;
        readonly submit: LocalizedText;
      };
      readonly unlink: {
        readonly title: (values: { readonly who: Value; readonly name: Value }) => LocalizedText;
        readonly intro: LocalizedText;
        readonly lastGuardian: LocalizedText;
        readonly lastPlanned: (values: { readonly day: Value }) => LocalizedText;
        readonly othersLeaving: (values: { readonly day: Value }) => LocalizedText;
        readonly submit: LocalizedText;
      };
      readonly remove: {
        readonly title: (values: { readonly name: Value }) => LocalizedText;
        readonly intro: (values: { readonly day: Value }) => LocalizedText;
        readonly submit: LocalizedText;
      };
      readonly export: {
        readonly title: (values: { readonly name: Value }) => LocalizedText;
        readonly intro: LocalizedText;
        readonly submit: LocalizedText;
      };
      readonly account: {
        readonly exportTitle: LocalizedText;
        readonly exportIntro: LocalizedText;
        readonly removeTitle: LocalizedText;
        readonly removeIntro: (values: { readonly day: Value }) => LocalizedText;
        readonly deletedChildren: LocalizedText;
        readonly keepHint: LocalizedText;
        readonly submit: LocalizedText;
      };
    };
    readonly front: {
      readonly title: LocalizedText;
      readonly intro: LocalizedText;
      readonly child: LocalizedText;
      readonly childIntro: LocalizedText;
      readonly parent: LocalizedText;
      readonly openPanel: LocalizedText;
      readonly parentIntro: LocalizedText;
      readonly api: LocalizedText;
      readonly playTitle: LocalizedText;
      readonly needsScript: LocalizedText;
    };
    readonly layout: {
      readonly description: LocalizedText;
      readonly skip: LocalizedText;
      readonly requestFailed: LocalizedText;
      readonly navigation: LocalizedText;
      readonly children: LocalizedText;
      readonly approvals: LocalizedText;
      readonly link: LocalizedText;
      readonly account: LocalizedText;
      readonly signOut: LocalizedText;
      readonly toReview: (values: { readonly count: number }) => LocalizedText;
      readonly notFound: LocalizedText;
      readonly tooManyRequests: LocalizedText;
      readonly errorTitle: LocalizedText;
      readonly backToStart: LocalizedText;
    };
    readonly parts: {
      readonly stars: (values: { readonly count: number }) => LocalizedText;
      readonly days: (values: { readonly count: number }) => LocalizedText;
      readonly notices: {
        readonly approved: LocalizedText;
        readonly 'sent-back': LocalizedText;
        readonly assigned: LocalizedText;
      };
      readonly calendar: (values: { readonly days: Value; readonly from: Value; readonly until: Value }) => LocalizedText;
      readonly week: {
        readonly week: LocalizedText;
        readonly time: LocalizedText;
        readonly xp: LocalizedText;
        readonly minutes: LocalizedText;
        readonly last: (values: { readonly n: Value }) => LocalizedText;
      };
      readonly pagedList: {
        readonly pages: LocalizedText;
        readonly previous: LocalizedText;
        readonly next: LocalizedText;
        readonly page: (values: { readonly page: number; readonly last: number }) => LocalizedText;
        readonly range: (values: { readonly first: number; readonly last: number; readonly total: number }) => LocalizedText;
        readonly emptyPage: LocalizedText;
      };
    };
    readonly planets: {
      readonly title: LocalizedText;
      readonly intro: LocalizedText;
      readonly done: {
        readonly created: LocalizedText;
        readonly closed: LocalizedText;
        readonly joined: LocalizedText;
      };
      readonly back: LocalizedText;
      readonly ownPlanets: LocalizedText;
      readonly none: LocalizedText;
      readonly members: (values: { readonly count: number }) => LocalizedText;
      readonly spots: (values: { readonly n: Value }) => LocalizedText;
      readonly closed: LocalizedText;
      readonly invite: LocalizedText;
      readonly code: (values: { readonly day: Value }) => LocalizedText;
      readonly end: LocalizedText;
      readonly endHint: LocalizedText;
      readonly join: LocalizedText;
      readonly joinHint: LocalizedText;
      readonly child: LocalizedText;
      readonly codeLabel: LocalizedText;
      readonly joinButton: LocalizedText;
      readonly addOwnChild: LocalizedText;
      readonly create: LocalizedText;
      readonly name: LocalizedText;
      readonly description: LocalizedText;
      readonly capacity: LocalizedText;
      readonly goal: LocalizedText;
      readonly goals: {
        readonly none: LocalizedText;
        readonly xp: LocalizedText;
        readonly tasks: LocalizedText;
      };
      readonly target: LocalizedText;
      readonly period: LocalizedText;
      readonly periods: {
        readonly week: LocalizedText;
        readonly month: LocalizedText;
      };
      readonly createButton: LocalizedText;
      readonly noChild: LocalizedText;
    };
    readonly public: {
      readonly invitation: {
        readonly title: (values: { readonly name: Value }) => LocalizedText;
        readonly intro: (values: { readonly from: Value; readonly name: Value }) => LocalizedText;
        readonly consent: LocalizedText;
        readonly forAddress: (values: { readonly email: Value }) => LocalizedText;
        readonly send: LocalizedText;
        readonly sent: (values: { readonly email: Value }) => LocalizedText;
        readonly codeLabel: LocalizedText;
        readonly accept: LocalizedText;
        readonly acceptNow: LocalizedText;
        readonly sendAgain: LocalizedText;
      };
      readonly unsubscribe: {
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly submit: LocalizedText;
        readonly doneTitle: LocalizedText;
        readonly doneIntro: LocalizedText;
        readonly goToPanel: LocalizedText;
      };
      readonly deletion: {
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly steps: ReadonlyArray<LocalizedText>;
        readonly deleteChildHint: LocalizedText;
        readonly label: LocalizedText;
        readonly send: LocalizedText;
        readonly sent: (values: { readonly email: Value }) => LocalizedText;
        readonly codeLabel: LocalizedText;
        readonly continue: LocalizedText;
      };
    };
    readonly signIn: {
      readonly login: {
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly managerTitle: LocalizedText;
        readonly managerLabel: LocalizedText;
        readonly managerHint: LocalizedText;
        readonly emailTitle: LocalizedText;
        readonly emailLabel: LocalizedText;
        readonly send: LocalizedText;
        readonly signIn: LocalizedText;
        readonly codeTitle: LocalizedText;
        readonly sentTo: LocalizedText;
        readonly codeExpiry: LocalizedText;
        readonly codeLabel: LocalizedText;
        readonly sendAgain: LocalizedText;
        readonly otherAddress: LocalizedText;
      };
      readonly confirm: {
        readonly title: LocalizedText;
        readonly intro: LocalizedText;
        readonly emailTitle: LocalizedText;
        readonly emailHint: (values: { readonly email: Value }) => LocalizedText;
        readonly send: LocalizedText;
        readonly sendAgain: LocalizedText;
        readonly sent: (values: { readonly email: Value }) => LocalizedText;
        readonly codeLabel: LocalizedText;
        readonly managerTitle: LocalizedText;
        readonly managerLabel: LocalizedText;
        readonly managerHint: LocalizedText;
        readonly confirm: LocalizedText;
        readonly cancel: LocalizedText;
      };
    };
  };
  readonly planets: {
    readonly planetsOff: LocalizedText;
    readonly tooYoung: (values: { readonly age: Value }) => LocalizedText;
    readonly tooOld: (values: { readonly age: Value }) => LocalizedText;
    readonly underLevel: (values: { readonly level: Value }) => LocalizedText;
    readonly alreadyMember: LocalizedText;
    readonly notMember: LocalizedText;
    readonly ended: LocalizedText;
    readonly full: LocalizedText;
    readonly tooManyPlanets: LocalizedText;
    readonly invalidName: LocalizedText;
    readonly invalidDescription: LocalizedText;
    readonly invalidCapacity: LocalizedText;
    readonly invalidTarget: LocalizedText;
    readonly tooManyCreated: LocalizedText;
    readonly tooManyFounded: (values: { readonly limit: Value }) => LocalizedText;
    readonly tooManyJoined: (values: { readonly limit: Value }) => LocalizedText;
    readonly invalidInvite: LocalizedText;
  };
  readonly progress: {
    readonly invalidUntil: LocalizedText;
  };
  readonly rankings: {
    readonly missingPlanetId: LocalizedText;
  };
  readonly submissions: {
    readonly stickers: {
      readonly star: LocalizedText;
      readonly heart: LocalizedText;
      readonly rocket: LocalizedText;
      readonly rainbow: LocalizedText;
      readonly trophy: LocalizedText;
      readonly sunflower: LocalizedText;
      readonly clap: LocalizedText;
      readonly 'bright-idea': LocalizedText;
    };
    readonly emptySubmission: LocalizedText;
    readonly invalidText: LocalizedText;
    readonly invalidCaption: LocalizedText;
    readonly invalidMedium: LocalizedText;
    readonly tooManyPixels: LocalizedText;
    readonly tooComplex: LocalizedText;
    readonly notCreative: LocalizedText;
    readonly notPending: LocalizedText;
    readonly feedbackTooLong: LocalizedText;
    readonly invalidSticker: LocalizedText;
    readonly invalidStars: LocalizedText;
    readonly childStorageFull: (values: { readonly limit: Value }) => LocalizedText;
    readonly familyStorageFull: (values: { readonly limit: Value }) => LocalizedText;
    readonly tooManyRevisions: (values: { readonly limit: Value }) => LocalizedText;
  };
  readonly todos: {
    readonly invalidTitle: LocalizedText;
    readonly invalidNotes: LocalizedText;
    readonly invalidEntryText: LocalizedText;
    readonly invalidEntry: LocalizedText;
    readonly tooManyEntries: (values: { readonly limit: Value }) => LocalizedText;
    readonly invalidDate: LocalizedText;
    readonly invalidInterval: LocalizedText;
    readonly onlyWeekly: LocalizedText;
    readonly invalidXp: LocalizedText;
    readonly invalidNote: LocalizedText;
    readonly noChildChosen: LocalizedText;
    readonly nothingToChange: LocalizedText;
    readonly listFull: (values: { readonly limit: Value }) => LocalizedText;
    readonly tooManyWaiting: (values: { readonly limit: Value }) => LocalizedText;
    readonly listTooLarge: LocalizedText;
    readonly tooManyUndone: (values: { readonly limit: Value }) => LocalizedText;
    readonly illegalTransition: LocalizedText;
    readonly changedMeanwhile: LocalizedText;
    readonly parentDecides: LocalizedText;
    readonly assignedByParent: LocalizedText;
    readonly tooEarly: (values: { readonly day: Date }) => LocalizedText;
  };
  readonly uploads: {
    readonly notAFile: LocalizedText;
    readonly wrongField: LocalizedText;
    readonly tooManyFiles: LocalizedText;
    readonly fileTooLarge: LocalizedText;
    readonly fieldTooLong: LocalizedText;
    readonly repeatedField: LocalizedText;
    readonly unreadableParts: LocalizedText;
  };
}
