// Generated from the OpenAPI document by "npx node scripts/print-docs.ts". Do not edit.

export interface paths {
    "/app/auth/register/child": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a child
         * @description Creates a profile with a friendly pseudonym as its name and signs it in.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["registerChild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/register/parent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a parent: send a code
         * @description Sends a code to the address. The response is the same whether or not the address is known. An address gets at most 10 emails in 10 minutes and 40 a day.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["registerParent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email code to register or log in a parent
         * @description A code is valid for 10 minutes and works once. After 5 wrong attempts a new code is needed; after 10 in an hour or 20 in a day every code is refused until the window ends.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/login/child": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in a child
         * @description After ten wrong PINs in a row each further attempt has to wait. A correct PIN resets the count. A profile that will be deleted cannot log in (403, reason `to_be_deleted`).
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["loginChild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/login/parent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in a parent: send a code
         * @description Sends a code to the address. The response is the same whether or not the address is known. An address gets at most 10 emails in 10 minutes and 40 a day.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["loginParent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/link/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a linking code for a child to enter
         * @description It replaces the previous code.
         *
         *     For a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["createLinkingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/link/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link the child to the parent who created the code
         * @description A child that already has a guardian gets 409 and keeps that guardian. After 10 wrong codes in 15 minutes the next one has to wait.
         *
         *     For a child, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["redeemLinkingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/manager-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a code for the panel
         * @description The parent enters it on the page `/login`. It replaces the previous code.
         *
         *     For a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["createManagerCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out and revoke the token
         * @description For a child or a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profiles saved on this device
         * @description For anyone, without a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listSavedProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's profile
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the caller's name or language
         * @description Send at least one of the two fields. A field that is not sent does not change.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/app/users/me/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's XP, level, streak and counters
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/users/me/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The badges that the caller has earned
         * @description The newest badge is first.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listMyBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/users/me/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The days of a month, with the caller's activity
         * @description An activity counts on the local date of the place where it happened, even after the caller has traveled. X-Timezone only decides which day is today.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All badges, with the caller's progress
         * @description The badges are in the order of the packs. A caller who qualifies for a badge of a new pack earns it with the next activity.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listAllBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The levels, with the one that the caller has reached
         * @description The lowest level is first. A parent is on level 1.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/avatar/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All avatar items
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listAvatarItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the avatar
         * @description Send only what changes. If one of the items is refused, nothing changes.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateAvatar"];
        trace?: never;
    };
    "/app/onboarding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's progress in getting started
         * @description A step is done when the caller has actually done it; it cannot be marked as done.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/onboarding/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish getting started
         * @description This is never refused. Pending steps become skipped. Finishing twice changes nothing.
         *
         *     For a child or a parent, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["completeOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The worlds with the caller's progress
         * @description The worlds are in display order. For a parent, they are without progress.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listWorlds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A world
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds/{id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The locations on the map of a world
         * @description Lists all locations, in display order.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/locations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A location with its tasks
         * @description A locked location can be read, too.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/practice/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Today's practice
         * @description The practice has five to eight questions: missed items, items of the skills that are due, and a new item. It also has the info items that these questions are about. The practice is a task, which is read, started, answered and completed at /app/tasks/:id. Reading it changes nothing.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getTodaysPractice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How well the caller knows each skill
         * @description Lists all skills of quizzes, in the order in which the worlds introduce them. A skill can belong to several worlds.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listSkills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A task with its items
         * @description The correct answers, hints and feedback are not included. `attempt` is the open attempt, or the last one if none is open.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a task or resume it
         * @description The status is 201 for a new attempt and 200 for the open one. A completed task can be played again for practice, except a creative one.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["startTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/attempt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Save answers of the open attempt
         * @description Answers that are not sent remain saved; null removes an answer. Nothing is graded.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["saveAnswers"];
        trace?: never;
    };
    "/app/tasks/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grade one answer of the open attempt immediately
         * @description A correct answer closes the item, and so does a wrong answer if there are only two options. After any other wrong or partly correct answer, the child has one more try. The score of the item is then the mean of the scores of both tries, or the score of the first try if that is higher. Therefore, a correct answer after a wrong one counts half. A repeated response, and any response after the item was closed, does not change the grade. An `info` item cannot be answered (400). Completing the task keeps the grades and grades the other items. `correct_response` is null, except in practice after the item has closed.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["gradeAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the next hint of an item
         * @description A hint does not change the score of the item; it costs only the bonus for a perfect first attempt. When no hint is left, the response repeats all of them.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["takeHint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the open attempt
         * @description Send `{}` if there are no answers. Saved answers count unless they are sent again; missing answers count as wrong. An item that was graded by `POST /app/tasks/:id/answer` keeps its grade, and an answer to it in this request is ignored. The status is 200 for a failed attempt, too. Then `passed` is false and the attempt earns nothing; the task can be started again any number of times. `correct_response` is null unless the attempt has passed. A lesson and a real_world task need no answers.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["completeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/submit-creative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a creative task
         * @description Send a text, pictures or sound, or a combination of them. The task does not have to be started first. A guardian reviews the submission in the panel; without a guardian, it is approved immediately. After `changes_requested`, the task can be submitted again. Without files, the same fields may be sent as JSON. A body is required.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`); with files 5 in 1 minute (`upload`).
         */
        post: operations["submitCreativeWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's to-dos
         * @description By default, all to-dos are listed in the order of `position`.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listTodos"];
        put?: never;
        /**
         * Add a to-do to the list of the caller
         * @description At most 500 can be open at once.
         *
         *     For a child or a parent, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["createTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/todos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a to-do
         * @description The XP that it earned is kept. Deleting an open occurrence of a recurring to-do ends its series.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        delete: operations["deleteTodo"];
        options?: never;
        head?: never;
        /**
         * Change the status or the fields of a to-do
         * @description Send at least one field. Sending the current status is allowed. If a parent assigned the to-do, a child can only change its status, check off entries of its checklist and set its position. Finishing or skipping a recurring to-do creates its next occurrence. An occurrence cannot be finished or skipped before its day begins in X-Timezone, and at most one occurrence of a series can be finished on a local day (409, reason `too_early`). Sending `pending` undoes `done` within 24 hours. Undoing revokes the XP, and removes the next occurrence unless somebody has changed it.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateTodo"];
        trace?: never;
    };
    "/app/planets/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The planets that the caller could join
         * @description Lists the open planets that have not ended and that the caller is not a member of: first those without a `lock`, in the order of their packs, then the others. When a planet is full, a copy of it opens, with a number in its id and name: `star-gazers.2`.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listOpenPlanets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The planets that the caller is a member of
         * @description The most recently joined planet is first. Planets that have ended are included.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listMyPlanets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join an open planet
         * @description A child can be a member of at most five planets at once, not counting planets that have ended. The response is 403 if the planet is locked, and 409 if the caller is already a member or has too many planets, or if the planet is full or has ended. The caller's XP and tasks count toward the goal from today on (in X-Timezone).
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["joinPlanet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a planet
         * @description The caller's contribution to the goal is removed. The caller can rejoin an open planet.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["leavePlanet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/rankings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The leaderboard of a family, a planet or all children
         * @description `family` lists the caller and children who share a guardian with the caller; for a parent, it lists the parent's children. `planet` and `global` list children who have XP in the period and whose guardian has allowed leaderboards, under pseudonyms. With fewer than five such children the list is empty. Weeks and months are in UTC.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getRankings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiErrorDetails: {
            /**
             * @description The reason, if the code alone does not say it.
             * @enum {string}
             */
            reason?: "account_to_be_deleted" | "already_member" | "another_address" | "attempt_over" | "body_too_large" | "body_too_slow" | "completed" | "confirmation_required" | "creative_task" | "cross_site_request" | "ended" | "first_guardian_only" | "full" | "illegal_transition" | "in_progress" | "invalid_fields" | "key_reused" | "level" | "linked_to_another_parent" | "list_full" | "list_too_large" | "malformed_request" | "method_not_allowed" | "not_creative" | "not_member" | "not_started" | "not_started_yet" | "not_waiting" | "pending_review" | "planets_off" | "prerequisite" | "stale_form" | "storage_full" | "to_be_deleted" | "too_early" | "too_many_children" | "too_many_guardians" | "too_many_keys" | "too_many_planets" | "too_many_revisions" | "too_many_undone" | "too_many_waiting" | "too_old" | "too_young" | "unavailable" | "unsupported_media_type";
            /** @description The names of the invalid fields, such as `answers.0.response`. */
            fields?: string[];
            /** @description How long to wait, in seconds. */
            retry_after?: number;
        };
        ApiError: {
            /**
             * @description The error code, which clients can rely on.
             * @enum {string}
             */
            code: "VALIDATION_ERROR" | "INVALID_CODE" | "INVALID_EMAIL" | "UNAUTHORIZED" | "INVALID_PIN" | "FORBIDDEN" | "ITEM_LOCKED" | "NOT_FOUND" | "ITEM_NOT_FOUND" | "CONFLICT" | "ALREADY_LINKED" | "RATE_LIMITED" | "INTERNAL_ERROR";
            /** @description A text for a person, in the caller's language. */
            message: string;
            /** @description Details about the cause; absent if there are none. */
            details?: components["schemas"]["ApiErrorDetails"];
        };
        ErrorResponse: {
            /** @description What went wrong. */
            error: components["schemas"]["ApiError"];
        };
        RegisterChildRequest: {
            /**
             * @description 1900 to this year.
             * @example 2017
             */
            birth_year: number;
            /**
             * @description A BCP 47 tag such as `en` or `pt-BR`.
             * @example en
             */
            language: string;
            /**
             * @description The id of a starter look: 1 to 64 letters, digits, `_` or `-`. For an unknown id, the service chooses one of the looks.
             * @example fox
             */
            avatar_id: string;
            /**
             * @description Exactly 4 digits.
             * @example 4071
             */
            pin: string;
        };
        RegisteredChild: {
            /** @description The profile id of the child, with which it logs in. */
            id: string;
            /** @description A JWT, for the Authorization header. */
            token: string;
            /**
             * Format: date-time
             * @description When it expires. ISO 8601, UTC.
             */
            expires_at: string;
        };
        RegisteredChildResponse: {
            /** @description The result. */
            data: components["schemas"]["RegisteredChild"];
        };
        RegisterParentRequest: {
            /**
             * @description At most 254 characters.
             * @example parent@example.org
             */
            email: string;
        };
        CodeSent: {
            /** @description A text for a person. */
            message: string;
            /** @description How long the code is valid: 600 seconds. */
            expires_in_seconds: number;
        };
        CodeSentResponse: {
            /** @description The result. */
            data: components["schemas"]["CodeSent"];
        };
        VerifyEmailRequest: {
            /**
             * @description At most 254 characters.
             * @example parent@example.org
             */
            email: string;
            /**
             * @description Six digits; spaces and dashes are ignored.
             * @example 493027
             */
            code: string;
        };
        ParentToken: {
            /** @description A JWT, for the Authorization header. */
            token: string;
            /**
             * Format: date-time
             * @description When it expires. ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Whether this request created the profile of the parent. */
            is_new_user: boolean;
        };
        ParentTokenResponse: {
            /** @description The result. */
            data: components["schemas"]["ParentToken"];
        };
        LoginChildRequest: {
            /**
             * @description The id of a profile, from the list of the profiles that are saved on this device.
             * @example 5f1d0c2e9b8a47d3a6e4f7b20c91d8e5
             */
            profile_id: string;
            /**
             * @description Exactly 4 digits.
             * @example 4071
             */
            pin: string;
        };
        ProfileSummary: {
            /** @description The profile id of the child. */
            id: string;
            /** @description The name that is shown, 1 to 40 characters; a made-up name until it is changed. */
            display_name: string;
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string;
        };
        ChildToken: {
            /** @description A JWT, for the Authorization header. */
            token: string;
            /**
             * Format: date-time
             * @description When it expires. ISO 8601, UTC.
             */
            expires_at: string;
            /** @description The child who has logged in. */
            profile: components["schemas"]["ProfileSummary"];
        };
        ChildTokenResponse: {
            /** @description The result. */
            data: components["schemas"]["ChildToken"];
        };
        LoginParentRequest: {
            /**
             * @description At most 254 characters.
             * @example parent@example.org
             */
            email: string;
        };
        LinkingCode: {
            /** @description 8 characters. */
            linking_code: string;
            /**
             * Format: date-time
             * @description When it expires. ISO 8601, UTC.
             */
            expires_at: string;
        };
        LinkingCodeResponse: {
            /** @description The result. */
            data: components["schemas"]["LinkingCode"];
        };
        RedeemLinkingCodeRequest: {
            /**
             * @description 8 characters; case, spaces and dashes do not matter.
             * @example K7MPW2XQ
             */
            code: string;
        };
        LinkedChild: {
            /** @description The profile id of the child. */
            id: string;
            /** @description The name that is shown, 1 to 40 characters; a made-up name until it is changed. */
            display_name: string;
        };
        Link: {
            /** @description The child that is linked now. */
            linked_child: components["schemas"]["LinkedChild"];
            /** @description The email address of the parent who created the code. */
            parent_email: string;
        };
        LinkResponse: {
            /** @description The result. */
            data: components["schemas"]["Link"];
        };
        ManagerCode: {
            /** @description The code, as XXXX-XXXX. */
            code: string;
            /**
             * Format: date-time
             * @description When it expires. ISO 8601, UTC.
             */
            expires_at: string;
        };
        ManagerCodeResponse: {
            /** @description The result. */
            data: components["schemas"]["ManagerCode"];
        };
        Message: {
            /** @description A text for a person, in the language of the request. */
            message: string;
        };
        MessageResponse: {
            /** @description The result. */
            data: components["schemas"]["Message"];
        };
        SavedProfile: {
            /** @description The profile id, which a child logs in with. */
            id: string;
            /** @description The name that is shown, 1 to 40 characters; a made-up name until it is changed. */
            display_name: string;
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string | null;
            /**
             * @description Whether the profile is that of a child or of a parent.
             * @enum {string}
             */
            role: "child" | "parent";
        };
        SavedProfileList: {
            /** @description The result. */
            data: components["schemas"]["SavedProfile"][];
        };
        Avatar: {
            /** @description The id of the skin. */
            skin: string;
            /** @description The id of the hair. */
            hair: string;
            /** @description The id of the hat; null if there is none. */
            hat: string | null;
            /** @description The id of the shirt. */
            shirt: string;
            /** @description The id of the accessory, such as glasses; null if there is none. */
            accessory: string | null;
        };
        Profile: {
            /** @description The caller's profile id. */
            id: string;
            /** @description The name that is shown, 1 to 40 characters; a made-up name until it is changed. */
            display_name: string;
            /** @description The year of birth; null for a parent. */
            birth_year: number | null;
            /** @description A BCP 47 tag. */
            language: string;
            /**
             * @description Whether the profile is that of a child or of a parent.
             * @enum {string}
             */
            role: "child" | "parent";
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string;
            /** @description The items that the avatar wears. */
            avatar: components["schemas"]["Avatar"];
            /** @description The email address of the first guardian; null before linking and for a parent. */
            linked_parent_email: string | null;
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             */
            created_at: string;
        };
        ProfileResponse: {
            /** @description The result. */
            data: components["schemas"]["Profile"];
        };
        UpdateMeRequest: {
            /**
             * @description 1 to 40 characters after trimming.
             * @example Mia
             */
            display_name?: string;
            /**
             * @description A BCP 47 tag such as `en` or `pt-BR`. It is stored in canonical form.
             * @example en
             */
            language?: string;
        };
        Stats: {
            /** @description All XP (experience points) so far. */
            xp_total: number;
            /** @description The current level; the first is 1. */
            level: number;
            /** @description The name of the level, in the caller's language. */
            level_name: string;
            /** @description XP missing for the next level; 0 at the highest level. */
            xp_to_next_level: number;
            /** @description XP earned since reaching the current level. */
            xp_in_current_level: number;
            /** @description How many tasks are completed; practice does not count again. */
            tasks_completed: number;
            /** @description How many tasks have an open attempt. */
            tasks_in_progress: number;
            /** @description How many worlds are completed. */
            worlds_completed: number;
            /** @description How many locations are completed. */
            locations_completed: number;
            /** @description How many badges have been earned. */
            badges_count: number;
            /** @description The active days of the current streak. A day that a freeze or a pause covers does not end it. */
            current_streak_days: number;
            /** @description The longest streak so far, in days. */
            longest_streak_days: number;
            /** @description Time spent on tasks, in minutes. */
            total_time_minutes: number;
        };
        StatsResponse: {
            /** @description The result. */
            data: components["schemas"]["Stats"];
        };
        Badge: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description Its icon, an SVG. */
            icon_url: string;
            /**
             * @description How rare the badge is.
             * @enum {string}
             */
            rarity: "common" | "rare" | "epic" | "legendary";
            /**
             * Format: date-time
             * @description When it was earned. ISO 8601, UTC.
             */
            earned_at: string;
        };
        BadgePage: {
            /** @description The result. */
            data: components["schemas"]["Badge"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        CalendarDay: {
            /**
             * @description YYYY-MM-DD.
             * @example 2026-11-20
             */
            day: string;
            /** @description Whether the day counted for the streak. */
            active: boolean;
            /** @description The XP of this day, even if the day did not count. */
            xp: number;
            /** @description The number of tasks that were completed on this day. */
            tasks: number;
            /**
             * @description Why a day without activity does not end the streak: a guardian's pause, or a freeze of the current streak.
             * @enum {string|null}
             */
            rest: "pause" | "freeze" | null;
        };
        Calendar: {
            /** @description YYYY-MM. */
            month: string;
            /** @description YYYY-MM-DD in the caller's time zone. */
            today: string;
            /** @description The earliest day that counted, YYYY-MM-DD; null if no day has counted yet. */
            first_active_day: string | null;
            /** @description All days of the month, including future ones. */
            days: components["schemas"]["CalendarDay"][];
        };
        CalendarResponse: {
            /** @description The result. */
            data: components["schemas"]["Calendar"];
        };
        BadgeProgress: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description Its icon, an SVG. */
            icon_url: string;
            /**
             * @description How rare the badge is.
             * @enum {string}
             */
            rarity: "common" | "rare" | "epic" | "legendary";
            /**
             * @description What the badge counts; `streak_days` is the longest streak.
             * @enum {string}
             */
            metric: "tasks_completed" | "perfect_quizzes" | "streak_days" | "worlds_completed" | "locations_completed" | "level" | "creative_approved" | "todos_done" | "days_active" | "comeback_days" | "planets_joined";
            /** @description The caller's value in the metric, at most `threshold`. */
            value: number;
            /** @description The value that earns the badge. */
            threshold: number;
            /** @description Whether the caller has earned the badge. */
            earned: boolean;
        };
        BadgeProgressList: {
            /** @description The result. */
            data: components["schemas"]["BadgeProgress"][];
        };
        UnlockedItem: {
            /** @description The id of an avatar item. */
            id: string;
            /** @description The name, in the language of the caller. */
            name: string;
        };
        Level: {
            /** @description The number of the level; the first is 1. */
            level: number;
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description The total XP at which the level begins. */
            xp_required: number;
            /** @description The XP from the start of this level to the next one; null at the highest level. */
            xp_to_next: number | null;
            /** @description Its icon, an SVG. */
            icon_url: string;
            /** @description A CSS color such as `#7BB661`. */
            color: string;
            /** @description Whether the caller has reached the level. */
            reached: boolean;
            /** @description Whether it is the caller's current level. */
            is_current: boolean;
            /** @description The avatar items that the level unlocks. */
            unlocks: components["schemas"]["UnlockedItem"][];
        };
        LevelList: {
            /** @description The result. */
            data: components["schemas"]["Level"][];
        };
        AvatarItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description The slot that the item belongs to.
             * @enum {string}
             */
            category: "hat" | "hair" | "shirt" | "accessory" | "skin";
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description The picture of the item alone, a PNG. */
            preview_url: string;
            /** @description Whether it is unlocked for the caller. */
            unlocked: boolean;
            /** @description A text for the user about how to unlock it; null if it is unlocked from the start. */
            unlock_condition: string | null;
            /** @description The level that unlocks it; null if it requires no level. */
            required_level: number | null;
        };
        AvatarItemList: {
            /** @description The result. */
            data: components["schemas"]["AvatarItem"][];
        };
        UpdateAvatarRequest: {
            /**
             * @description The id of an avatar item of the category `skin`.
             * @example skin-honey
             */
            skin?: string;
            /**
             * @description The id of an avatar item of the category `hair`.
             * @example hair-bob-brown
             */
            hair?: string;
            /**
             * @description The id of an avatar item of the category `hat`; null takes it off.
             * @example beanie-red
             */
            hat?: string | null;
            /**
             * @description The id of an avatar item of the category `shirt`.
             * @example tee-sky
             */
            shirt?: string;
            /**
             * @description The id of an avatar item of the category `accessory`; null takes it off.
             * @example null
             */
            accessory?: string | null;
        };
        DressedAvatar: {
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string;
            /** @description The items that the avatar wears. */
            avatar: components["schemas"]["Avatar"];
        };
        DressedAvatarResponse: {
            /** @description The result. */
            data: components["schemas"]["DressedAvatar"];
        };
        OnboardingStep: {
            /**
             * @description The name of the step.
             * @enum {string}
             */
            id: "pick_name" | "dress_avatar" | "first_task" | "link_parent" | "link_child" | "review_privacy";
            /** @description The title, in the caller's language. */
            title: string;
            /**
             * @description Whether the step is done, was skipped by finishing, or is still to be done.
             * @enum {string}
             */
            status: "pending" | "done" | "skipped";
            /** @description Whether the step is required, not optional. Even a required step can be skipped by finishing. */
            required: boolean;
            /**
             * Format: date-time
             * @description When the step was done; null until then. ISO 8601, UTC.
             */
            done_at: string | null;
        };
        Onboarding: {
            /** @description Whether the caller has finished getting started, even if steps are not done. */
            completed: boolean;
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /** @description The id of the first pending step; null if there is none. */
            current_step: string | null;
            /** @description How much is completed, in percent. */
            progress_percent: number;
            /** @description All steps in their order. */
            steps: components["schemas"]["OnboardingStep"][];
            /** @description Always null, because finishing earns no reward. */
            reward: null;
        };
        OnboardingResponse: {
            /** @description The result. */
            data: components["schemas"]["Onboarding"];
        };
        Theme: {
            /** @description A CSS color such as `#F2A541`. */
            color: string;
            /** @description Its icon, an SVG. */
            icon_url: string;
        };
        Character: {
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description The character when it is calm, an SVG. */
            calm_url: string;
            /** @description The character when it is happy, an SVG. */
            happy_url: string;
            /** @description The character when it is thinking, an SVG. */
            thinking_url: string;
        };
        Lock: {
            /**
             * @description What is missing.
             * @enum {string}
             */
            reason: "level" | "prerequisite" | "planet" | "not_started_yet";
            /** @description Why it is locked, in the caller's language. */
            message: string;
            /** @description The level that opens it; null if the lock has another reason. */
            required_level: number | null;
            /** @description The ids of what has to be finished first. */
            required_ids: string[];
            /**
             * Format: date-time
             * @description When it opens by itself; null if it does not. ISO 8601, UTC.
             */
            unlocks_at: string | null;
        };
        World: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The title, in the language of the caller if it is translated. */
            title: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description The picture of the world. */
            cover_url: string;
            /** @description The color and the picture that it is shown with. */
            theme: components["schemas"]["Theme"];
            /** @description The characters who accompany the child through the world. */
            characters: components["schemas"]["Character"][];
            /** @description The school subject, such as `mathematics`. */
            subject: string;
            /** @description The original language. */
            language: string;
            /** @description The caller's language if the world is fully translated into it, otherwise the original language. */
            language_served: string;
            /** @description The recommended minimum age; it never locks the world. */
            age_min: number;
            /** @description A recommendation in years; never locks the world. */
            age_max: number;
            /** @description The position in the order of the pack, the lowest first. */
            order_index: number;
            /**
             * @description The progress of the caller.
             * @enum {string}
             */
            status: "locked" | "available" | "in_progress" | "completed";
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description How many tasks it has. */
            tasks_total: number;
            /** @description How many tasks are completed; practice does not count again. */
            tasks_completed: number;
            /** @description How much is completed, in percent. */
            progress_percent: number;
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /** @description How many locations it has. */
            locations_total: number;
            /** @description How many locations are completed. */
            locations_completed: number;
            /** @description The maximum XP for the world, its locations and its tasks, excluding bonuses and practice. */
            xp_available: number;
            /** @description XP that the caller has earned in it. */
            xp_earned: number;
            /** @description A hash of the content, which changes with every edit. */
            content_version: string;
            /** @description The license of the content. */
            license: string;
            /**
             * Format: date-time
             * @description When it was started; null until then. ISO 8601, UTC.
             */
            started_at: string | null;
        };
        WorldPage: {
            /** @description The result. */
            data: components["schemas"]["World"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        WorldResponse: {
            /** @description The result. */
            data: components["schemas"]["World"];
        };
        /** @description The position on the map, in fractions of its width and height from the upper left corner. */
        MapPosition: {
            /** @description From 0 at the left edge to 1 at the right edge. */
            x: number;
            /** @description From 0 at the upper edge to 1 at the lower edge. */
            y: number;
        };
        Location: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of its world. */
            world_id: string;
            /** @description The title, in the language of the caller if it is translated. */
            title: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description Its icon, an SVG. */
            icon_url: string;
            /** @description The position on the map of the world. */
            map: components["schemas"]["MapPosition"];
            /** @description The position in the order of the pack, the lowest first. */
            order_index: number;
            /**
             * @description Which kind it is.
             * @enum {string}
             */
            kind: "lesson" | "practice" | "challenge" | "creative" | "boss";
            /** @description Whether the world can be completed without it. */
            optional: boolean;
            /** @description The ids of the locations that have to be completed first. */
            prerequisite_ids: string[];
            /**
             * @description The progress of the caller.
             * @enum {string}
             */
            status: "locked" | "available" | "in_progress" | "completed";
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description How many tasks it has. */
            tasks_total: number;
            /** @description How many tasks are completed; practice does not count again. */
            tasks_completed: number;
            /** @description How much is completed, in percent. */
            progress_percent: number;
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /** @description The best stars of its tasks, added up. */
            stars_earned: number;
            /** @description The stars that its tasks can earn. */
            stars_total: number;
        };
        LocationList: {
            /** @description The result. */
            data: components["schemas"]["Location"][];
        };
        StoryPanel: {
            /** @description The picture, an SVG of 640 × 360; the text says what it shows. */
            image_url: string;
            /** @description What happens, one sentence. */
            text: string;
        };
        Task: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of its location. */
            location_id: string;
            /** @description The id of its world. */
            world_id: string;
            /** @description The title, in the language of the caller if it is translated. */
            title: string;
            /**
             * @description Which kind it is.
             * @enum {string}
             */
            kind: "quiz" | "lesson" | "creative" | "real_world";
            /**
             * @description The progress of the caller.
             * @enum {string}
             */
            status: "locked" | "available" | "in_progress" | "pending_review" | "changes_requested" | "completed";
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description The position in the order of the pack, the lowest first. */
            order_index: number;
            /** @description From 1, easy, to 5. */
            difficulty: number;
            /** @description How long the task takes, in minutes. */
            estimated_minutes: number;
            /** @description The maximum XP for the task, excluding bonuses and practice. */
            xp_reward: number;
            /** @description The most stars of an attempt. */
            stars_best: number;
            /** @description How many attempts the caller has started. */
            attempts_count: number;
            /** @description Whether a guardian reviews it. */
            requires_review: boolean;
            /** @description Whether a child who cannot read yet can do it by listening and looking. */
            pre_reader: boolean;
            /** @description The ids of the skills that the task trains. */
            skills: string[];
        };
        LocationDetail: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of its world. */
            world_id: string;
            /** @description The title, in the language of the caller if it is translated. */
            title: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description Its icon, an SVG. */
            icon_url: string;
            /** @description The position on the map of the world. */
            map: components["schemas"]["MapPosition"];
            /** @description The position in the order of the pack, the lowest first. */
            order_index: number;
            /**
             * @description Which kind it is.
             * @enum {string}
             */
            kind: "lesson" | "practice" | "challenge" | "creative" | "boss";
            /** @description Whether the world can be completed without it. */
            optional: boolean;
            /** @description The ids of the locations that have to be completed first. */
            prerequisite_ids: string[];
            /**
             * @description The progress of the caller.
             * @enum {string}
             */
            status: "locked" | "available" | "in_progress" | "completed";
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description How many tasks it has. */
            tasks_total: number;
            /** @description How many tasks are completed; practice does not count again. */
            tasks_completed: number;
            /** @description How much is completed, in percent. */
            progress_percent: number;
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /** @description The best stars of its tasks, added up. */
            stars_earned: number;
            /** @description The stars that its tasks can earn. */
            stars_total: number;
            /** @description What happens at the location, told in pictures before the tasks. */
            story: components["schemas"]["StoryPanel"][];
            /** @description The tasks in their order. */
            tasks: components["schemas"]["Task"][];
        };
        LocationDetailResponse: {
            /** @description The result. */
            data: components["schemas"]["LocationDetail"];
        };
        Practice: {
            /**
             * @description The id of the practice as a task, for `/app/tasks/:id`.
             * @example practice-2026-11-20
             */
            task_id: string;
            /** @description YYYY-MM-DD in the caller's time zone. */
            day: string;
            /**
             * @description `unavailable` means that the caller knows too few items, or has answered them today.
             * @enum {string}
             */
            status: "unavailable" | "available" | "in_progress" | "completed";
            /** @description The number of items to answer in the open round, or in the next one if no round is open. */
            items_total: number;
            /** @description The number of items of the open round that were graded. */
            items_answered: number;
            /** @description How long the task takes, in minutes. */
            estimated_minutes: number;
            /** @description The number of skills and missed items that are due; 0 while a round is open and after the last round of a day. */
            due: number;
            /** @description The number of rounds of this day that were passed. */
            rounds_completed: number;
            /** @description Whether a round can be started. After the first round of a day, this is only possible while many items are due. */
            can_start: boolean;
            /** @description The XP for the first round of a day; 0 after it. */
            xp_reward: number;
        };
        PracticeResponse: {
            /** @description The result. */
            data: components["schemas"]["Practice"];
        };
        Skill: {
            /**
             * @description The id of the skill, as in `skills` of a task.
             * @example times-tables
             */
            id: string;
            /**
             * @description The name in the caller's language. It completes the sentence "You know …".
             * @example the times tables
             */
            name: string;
            /** @description The ids of the worlds whose quizzes train it, in display order. */
            world_ids: string[];
            /**
             * @description How well the caller knows it. `new`: not practiced yet. `growing`: practiced, but not steady yet.
             *             `steady`: known after four days without practice. `mastered`: known after fourteen days, in the last two reviews, and
             *             well enough for tasks of medium difficulty.
             * @enum {string}
             */
            level: "new" | "growing" | "steady" | "mastered";
            /** @description The last day on which it was practiced, YYYY-MM-DD; null for a new skill. */
            last_practised_on: string | null;
            /** @description Whether it should be practiced again today, before it is forgotten. */
            due: boolean;
        };
        SkillList: {
            /** @description The result. */
            data: components["schemas"]["Skill"][];
        };
        Medium: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The URL of the file. */
            url: string;
            /** @description The media type, such as `image/png`. */
            mime: string;
            /** @description A text for a child who cannot see the picture or hear the sound. */
            alt_text: string;
            /** @description A short text about the files; empty or null if there is none. */
            caption: string | null;
        };
        Option: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The text. */
            text: string;
            /** @description The picture; null if there is none. */
            image_url: string | null;
            /** @description What to read aloud instead of the text; null to read the text as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
        };
        /** @description Answered with OptionAnswer. */
        SingleChoiceItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "single_choice";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options, in the order in which to show them. */
            options: components["schemas"]["Option"][];
        };
        /** @description Answered with OptionAnswer. */
        TrueFalseItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "true_false";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options, in the order in which to show them. */
            options: components["schemas"]["Option"][];
        };
        /** @description Answered with OptionsAnswer. */
        MultipleChoiceItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "multiple_choice";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options, in the order in which to show them. */
            options: components["schemas"]["Option"][];
            /** @description The minimum number of options that the child chooses; 0 allows none. */
            select_min: number;
            /** @description The maximum number of options that the child chooses. */
            select_max: number;
        };
        /** @description Answered with TextAnswer. */
        FillInItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fill_in";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The maximum number of characters in an answer. */
            max_length: number;
        };
        /** @description Answered with NumberAnswer. */
        NumericItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "numeric";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The unit of the number, such as `cm`, which is shown beside the answer; null if there is none. */
            unit: string | null;
        };
        /** @description Answered with PairsAnswer. */
        MatchingItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "matching";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options that need a partner. */
            left: components["schemas"]["Option"][];
            /** @description The partners to choose from. */
            right: components["schemas"]["Option"][];
        };
        /** @description Answered with OrderAnswer. */
        SequencingItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "sequencing";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options, in the order in which to show them. */
            options: components["schemas"]["Option"][];
        };
        Category: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The text. */
            text: string;
            /** @description The picture; null if there is none. */
            image_url: string | null;
            /** @description What to read aloud instead of the text; null to read the text as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
        };
        /** @description Answered with CategoriesAnswer. */
        CategorizeItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "categorize";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The options, in the order in which to show them. */
            options: components["schemas"]["Option"][];
            /** @description The groups into which the child sorts the options. */
            categories: components["schemas"]["Category"][];
        };
        /** @description The picture on which the child chooses a point. */
        ItemPicture: {
            /** @description The URL of the file. */
            url: string;
            /** @description The width of the picture, in pixels. */
            width: number;
            /** @description The height of the picture, in pixels. */
            height: number;
            /** @description A text for a child who cannot see the picture or hear the sound. */
            alt_text: string;
        };
        /** @description Answered with PointAnswer. */
        HotspotItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "hotspot";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The picture on which the child chooses a point. */
            image: components["schemas"]["ItemPicture"];
        };
        /** @description A text or picture without a question. It needs no answer: any answer except null is refused with VALIDATION_ERROR. */
        InfoItem: {
            /** @description The id of this object, which never changes. */
            id: string;
            /**
             * @description Which kind it is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "info";
            /** @description The question or the heading. */
            prompt: string;
            /** @description What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written. */
            speech: string | null;
            /** @description A recording to play instead of reading the text aloud; null if there is none. */
            recording_url: string | null;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description The points for a fully correct answer; 0 for an item of the kind `info`. */
            points: number;
            /** @description How many hints the item has. */
            hints_available: number;
            /** @description The text of an info item. */
            text: string;
        };
        /** @description A question of a task, or a text or picture without a question (`info`). Its `kind` decides which fields it has and what it is answered with. */
        Item: components["schemas"]["SingleChoiceItem"] | components["schemas"]["TrueFalseItem"] | components["schemas"]["MultipleChoiceItem"] | components["schemas"]["FillInItem"] | components["schemas"]["NumericItem"] | components["schemas"]["MatchingItem"] | components["schemas"]["SequencingItem"] | components["schemas"]["CategorizeItem"] | components["schemas"]["HotspotItem"] | components["schemas"]["InfoItem"];
        /**
         * @description The id of an option.
         * @example b
         */
        OptionAnswer: string;
        /**
         * @description The ids of the chosen options.
         * @example [
         *       "a",
         *       "d"
         *     ]
         */
        OptionsAnswer: string[];
        /**
         * @description The word or text.
         * @example lighthouse
         */
        TextAnswer: string;
        /**
         * @description A number, or the text that the child has typed, with a decimal point or comma.
         * @example 2.5
         */
        NumberAnswer: number | string;
        /**
         * @description The id of an option on the right for the id of each option on the left.
         * @example {
         *       "cat": "kitten",
         *       "dog": "puppy"
         *     }
         */
        PairsAnswer: {
            [key: string]: string;
        };
        /**
         * @description The ids of all options in order.
         * @example [
         *       "c",
         *       "a",
         *       "b"
         *     ]
         */
        OrderAnswer: string[];
        /**
         * @description The id of a category for the id of each option.
         * @example {
         *       "oak": "tree",
         *       "rose": "flower"
         *     }
         */
        CategoriesAnswer: {
            [key: string]: string;
        };
        /**
         * @description A point in the picture, in fractions of its width and height from the upper left corner.
         * @example {
         *       "x": 0.4,
         *       "y": 0.7
         *     }
         */
        PointAnswer: {
            /** @description From 0 at the left edge to 1 at the right edge. */
            x: number;
            /** @description From 0 at the upper edge to 1 at the lower edge. */
            y: number;
        };
        /** @description The answer to an item, in the form that the kind of the item requires; null for none. */
        AnswerValue: components["schemas"]["OptionAnswer"] | components["schemas"]["OptionsAnswer"] | components["schemas"]["TextAnswer"] | components["schemas"]["NumberAnswer"] | components["schemas"]["PairsAnswer"] | components["schemas"]["OrderAnswer"] | components["schemas"]["CategoriesAnswer"] | components["schemas"]["PointAnswer"] | null;
        Answer: {
            /** @description The id of the item. */
            item_id: string;
            /** @description The answer, in the format that the item requires. */
            response: components["schemas"]["AnswerValue"];
        };
        GradedAnswer: {
            /** @description The id of the item. */
            item_id: string;
            /** @description Whether the last answer is fully correct. */
            correct: boolean;
            /** @description The score of the item, which depends on the number of tries. */
            score: number;
            /** @description How many times the item can still be answered. */
            tries_left: number;
        };
        Attempt: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of the task. */
            task_id: string;
            /** @description The number of the attempt at this task; the first is 1. */
            number: number;
            /**
             * @description Whether the attempt is open; otherwise its result.
             * @enum {string}
             */
            status: "in_progress" | "passed" | "failed" | "pending_review";
            /** @description Whether the task was already completed when the attempt started, or is the daily practice. */
            practice: boolean;
            /**
             * Format: date-time
             * @description When the attempt was started. ISO 8601, UTC.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /** @description The `content_version` of the task when the attempt was started or, if it has been graded, when it was graded. */
            content_version: string;
            /** @description The answers so far. */
            answers_saved: components["schemas"]["Answer"][];
            /** @description The grades of the saved answers that were sent to `POST /app/tasks/:id/answer`. */
            answers_graded: components["schemas"]["GradedAnswer"][];
            /** @description How many hints were taken. */
            hints_used: number;
            /** @description The score. 1 means that everything is correct; partly correct answers are in between. */
            score: number;
            /** @description The points of the answers; the score is computed from them. */
            points: number;
            /** @description The points that the items can earn. */
            max_points: number;
            /** @description 0 below the `pass_score` of the task, otherwise 1; 2 from a score of 0.8, and 3 from 0.95. After a review, the stars that the guardian gave. */
            stars: number;
            /** @description Time spent on the attempt, in seconds, at most half an hour. */
            time_spent_seconds: number;
            /** @description XP awarded for this activity. */
            xp_awarded: number;
        };
        SubmittedFile: {
            /** @description The URL of the file. Only the child and its guardians can load it, with a token or the session cookie. */
            url: string;
            /** @description The media type, such as `image/png`. */
            mime: string;
        };
        SubmissionFeedback: {
            /** @description What the guardian has written; null if there is no text. */
            text: string | null;
            /**
             * @description The sticker; null if there is none.
             * @enum {string|null}
             */
            sticker: "star" | "heart" | "rocket" | "rainbow" | "trophy" | "sunflower" | "clap" | "bright-idea" | null;
            /** @description From 1 to 3; null if no stars were given. */
            stars: number | null;
        };
        Submission: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of the task. */
            task_id: string;
            /** @description The id of the attempt. */
            attempt_id: string;
            /** @description Starts at 1, and increases by one after each request for changes. */
            revision: number;
            /**
             * @description The kind of its content.
             * @enum {string}
             */
            kind: "text" | "image" | "audio" | "mixed" | "real_world";
            /** @description What the child has written; empty if there is no text. */
            text: string;
            /** @description A short text about the files; empty or null if there is none. */
            caption: string;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["SubmittedFile"][];
            /**
             * @description The current state.
             * @enum {string}
             */
            status: "pending_review" | "approved" | "changes_requested" | "withdrawn";
            /**
             * Format: date-time
             * @description When it was submitted. ISO 8601, UTC.
             */
            submitted_at: string;
            /**
             * Format: date-time
             * @description When it was reviewed; null until then. ISO 8601, UTC.
             */
            reviewed_at: string | null;
            /** @description The display name of the guardian who reviewed it; null if nobody has, or if that guardian has been deleted. */
            reviewer: string | null;
            /** @description The guardian's feedback; null before the review. */
            feedback: components["schemas"]["SubmissionFeedback"] | null;
            /** @description Whether it was approved without a review, because there is no guardian or seven days have passed. */
            auto_approved: boolean;
            /** @description The total XP for the submission and its approval. */
            xp_awarded: number;
        };
        TaskDetail: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The id of its location. */
            location_id: string;
            /** @description The id of its world. */
            world_id: string;
            /** @description The title, in the language of the caller if it is translated. */
            title: string;
            /**
             * @description Which kind it is.
             * @enum {string}
             */
            kind: "quiz" | "lesson" | "creative" | "real_world";
            /**
             * @description The progress of the caller.
             * @enum {string}
             */
            status: "locked" | "available" | "in_progress" | "pending_review" | "changes_requested" | "completed";
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description The position in the order of the pack, the lowest first. */
            order_index: number;
            /** @description From 1, easy, to 5. */
            difficulty: number;
            /** @description How long the task takes, in minutes. */
            estimated_minutes: number;
            /** @description The maximum XP for the task, excluding bonuses and practice. */
            xp_reward: number;
            /** @description The most stars of an attempt. */
            stars_best: number;
            /** @description How many attempts the caller has started. */
            attempts_count: number;
            /** @description Whether a guardian reviews it. */
            requires_review: boolean;
            /** @description Whether a child who cannot read yet can do it by listening and looking. */
            pre_reader: boolean;
            /** @description The ids of the skills that the task trains. */
            skills: string[];
            /** @description What to do, in the language of the texts. */
            instructions: string;
            /** @description The language of the texts, a BCP 47 tag. */
            language_served: string;
            /** @description Pictures and recordings, in their order. */
            media: components["schemas"]["Medium"][];
            /** @description Who accompanies the child through the task; null if nobody does. */
            character: components["schemas"]["Character"] | null;
            /** @description The score that passes, 0 to 1. */
            pass_score: number;
            /** @description The items in their order. */
            items: components["schemas"]["Item"][];
            /** @description The open attempt, or else the last one; null before the first attempt. */
            attempt: components["schemas"]["Attempt"] | null;
            /** @description The caller's last submission; null before the first submission. */
            latest_submission: components["schemas"]["Submission"] | null;
            /** @description A hash of the content, which changes with every edit. */
            content_version: string;
        };
        TaskDetailResponse: {
            /** @description The result. */
            data: components["schemas"]["TaskDetail"];
        };
        AttemptResponse: {
            /** @description The result. */
            data: components["schemas"]["Attempt"];
        };
        AnswerInput: {
            /**
             * @description The id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
            /** @description The answer, in the format that the item requires; null or left out if there is no answer. */
            response?: components["schemas"]["AnswerValue"];
        };
        SaveAnswersRequest: {
            /** @description The id of the open attempt; 409 `attempt_over` if the attempt has ended, 404 for an attempt of another task or child. Leave it out unless the child plays on several devices. */
            attempt_id?: string;
            /** @description The answers, at most one for each item. */
            answers: components["schemas"]["AnswerInput"][];
        };
        /** @description The answer to an item, in the form that the kind of the item requires. */
        GivenAnswer: components["schemas"]["OptionAnswer"] | components["schemas"]["OptionsAnswer"] | components["schemas"]["TextAnswer"] | components["schemas"]["NumberAnswer"] | components["schemas"]["PairsAnswer"] | components["schemas"]["OrderAnswer"] | components["schemas"]["CategoriesAnswer"] | components["schemas"]["PointAnswer"];
        GradeAnswerRequest: {
            /** @description The id of the open attempt; 409 `attempt_over` if the attempt has ended, 404 for an attempt of another task or child. Leave it out unless the child plays on several devices. */
            attempt_id?: string;
            /**
             * @description The id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
            /** @description The answer, in the format that the item requires. */
            response: components["schemas"]["GivenAnswer"];
        };
        AnswerResult: {
            /** @description The id of the item. */
            item_id: string;
            /** @description Whether the last answer is fully correct. */
            correct: boolean;
            /** @description The score of the item, which depends on the number of tries. */
            score: number;
            /** @description How many times the item can still be answered. */
            tries_left: number;
            /** @description A text about the last answer. It explains the specific mistake if the pack describes this mistake. */
            feedback: string;
            /** @description The correct answer; null as long as it is not shown. */
            correct_response: components["schemas"]["AnswerValue"];
        };
        AnswerResultResponse: {
            /** @description The result. */
            data: components["schemas"]["AnswerResult"];
        };
        TakeHintRequest: {
            /** @description The id of the open attempt; 409 `attempt_over` if the attempt has ended, 404 for an attempt of another task or child. Leave it out unless the child plays on several devices. */
            attempt_id?: string;
            /**
             * @description The id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
        };
        Hints: {
            /** @description The id of the item. */
            item_id: string;
            /** @description All hints taken so far, the newest last. */
            hints: string[];
            /** @description How many hints are left. */
            hints_left: number;
        };
        HintsResponse: {
            /** @description The result. */
            data: components["schemas"]["Hints"];
        };
        CompleteTaskRequest: {
            /** @description The id of the open attempt; 409 `attempt_over` if the attempt has ended, 404 for an attempt of another task or child. Leave it out unless the child plays on several devices. */
            attempt_id?: string;
            /** @description The answers, at most one for each item. */
            answers?: components["schemas"]["AnswerInput"][];
            /** @description The time spent on the task, in seconds. By default, the time since the start, which is also the maximum. At most half an hour counts. */
            time_spent_seconds?: number;
        };
        ItemResult: {
            /** @description The id of the item. */
            item_id: string;
            /** @description Whether the answer is fully correct. */
            correct: boolean;
            /** @description The score. 1 means that everything is correct; partly correct answers are in between. */
            score: number;
            /** @description A text about the answer; empty if the pack has none. */
            feedback: string;
            /** @description The correct answer; null as long as it is not shown. */
            correct_response: components["schemas"]["AnswerValue"];
        };
        XpEntry: {
            /**
             * @description What the XP is for.
             * @enum {string}
             */
            reason: "quiz_passed" | "quiz_improved" | "quiz_perfect" | "lesson_done" | "real_world_done" | "practice" | "daily_practice" | "location_completed" | "world_completed" | "creative_submitted" | "creative_approved" | "daily_first" | "todo_approved" | "todo_own" | "todo_undone";
            /** @description XP for this reason. */
            amount: number;
        };
        LevelUp: {
            /** @description The previous level. */
            from: number;
            /** @description The new level. */
            to: number;
            /** @description The name of the level, in the language of the caller. */
            level_name: string;
            /** @description The ids of avatar items. */
            unlocked_items: string[];
        };
        StreakUpdate: {
            /** @description The current streak, in days. */
            current: number;
            /** @description The longest streak so far, in days. */
            longest: number;
            /** @description Whether the activity made today count for the streak. */
            extended: boolean;
        };
        /** @description A skill as in `GET /app/skills`. */
        MasteryGain: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The name, in the language of the caller. */
            name: string;
            /**
             * @description How well the caller knows the skill now.
             * @enum {string}
             */
            level: "steady" | "mastered";
        };
        Unlocked: {
            /** @description The ids of locations. */
            location_ids: string[];
            /** @description The ids of worlds. */
            world_ids: string[];
        };
        Completion: {
            /** @description The task in its new state. */
            task: components["schemas"]["Task"];
            /** @description The attempt that has ended. */
            attempt: components["schemas"]["Attempt"];
            /** @description Whether the attempt has passed; false while it waits for a review. */
            passed: boolean;
            /** @description The score. 1 means that everything is correct; partly correct answers are in between. */
            score: number;
            /** @description 0 below the `pass_score` of the task, otherwise 1; 2 from a score of 0.8, and 3 from 0.95. After a review, the stars that the guardian gave. */
            stars: number;
            /** @description The result of each item except those of the kind `info`. */
            items: components["schemas"]["ItemResult"][];
            /** @description The sum of `xp_breakdown`. */
            xp_awarded: number;
            /** @description What the XP was earned for. */
            xp_breakdown: components["schemas"]["XpEntry"][];
            /** @description The level that was reached; null if it stays the same. */
            level_up: components["schemas"]["LevelUp"] | null;
            /** @description The badges awarded for this activity. */
            badges_awarded: components["schemas"]["Badge"][];
            /** @description The streak, including this attempt. */
            streak: components["schemas"]["StreakUpdate"];
            /** @description The skills that have become steady or mastered with this attempt. */
            mastery_gains: components["schemas"]["MasteryGain"][];
            /** @description The locations and worlds that this activity has unlocked. */
            unlocked: components["schemas"]["Unlocked"];
            /** @description The id of a suggested next task; null if there is none. */
            next_task_id: string | null;
        };
        CompletionResponse: {
            /** @description The result. */
            data: components["schemas"]["Completion"];
        };
        SubmitCreativeWorkRequest: {
            /** @description At most 5000 characters. */
            text?: string;
            /** @description At most 500 characters. */
            caption?: string;
            /** @description Up to 3 files of 10 MB each, in a multipart body: PNG, JPEG or WebP with up to 25 megapixels, or M4A, MP3 or WebM sound. */
            files?: Blob[];
        };
        SubmissionResponse: {
            /** @description The result. */
            data: components["schemas"]["Submission"];
        };
        Recurrence: {
            /**
             * @description How often it repeats.
             * @enum {string}
             */
            freq: "daily" | "weekly" | "monthly";
            /** @description The number of days, weeks or months between two occurrences. */
            interval: number;
            /** @description The days of the week, if it repeats weekly. */
            by_weekday: ("mo" | "tu" | "we" | "th" | "fr" | "sa" | "su")[];
            /** @description The last day on which it can be due, YYYY-MM-DD; null if there is no end. */
            until_date: string | null;
        };
        ChecklistEntry: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The text. */
            text: string;
            /** @description Whether the entry is checked off. */
            done: boolean;
        };
        Todo: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description What is to be done, as it was written. */
            title: string;
            /** @description Details about the to-do; empty if there are none. */
            notes: string;
            /**
             * @description The current state.
             * @enum {string}
             */
            status: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
            /** @description YYYY-MM-DD. */
            due_date: string | null;
            /** @description Whether it is open and was due before today. X-Timezone decides which day is today. */
            overdue: boolean;
            /**
             * @description How important it is.
             * @enum {string}
             */
            priority: "low" | "normal" | "high";
            /**
             * @description Whether the child or a parent has added it.
             * @enum {string}
             */
            created_by: "child" | "parent";
            /** @description The profile id of the parent who assigned it; null for the owner's own to-do. */
            assigned_by: string | null;
            /** @description Whether a parent must approve it before it earns XP. */
            requires_approval: boolean;
            /** @description XP that it earns. */
            xp_reward: number;
            /** @description How it repeats; null if it does not. */
            recurrence: components["schemas"]["Recurrence"] | null;
            /** @description The entries, at most 30. */
            checklist: components["schemas"]["ChecklistEntry"][];
            /** @description The position in the list, the lowest first. */
            position: number;
            /** @description Each `status` that may be sent now. */
            allowed_transitions: ("pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped")[];
            /**
             * Format: date-time
             * @description When it was completed; null until then. ISO 8601, UTC.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When a parent approved or rejected it; null until then. ISO 8601, UTC.
             */
            decided_at: string | null;
            /** @description What the parent has written; null if there is no note. */
            decision_note: string | null;
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed. ISO 8601, UTC.
             */
            updated_at: string;
        };
        TodoPage: {
            /** @description The result. */
            data: components["schemas"]["Todo"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        RecurrenceInput: {
            /**
             * @description How often it repeats.
             * @enum {string}
             */
            freq: "daily" | "weekly" | "monthly";
            /**
             * @description 1 to 365 days, weeks or months; the default is 1.
             * @example 1
             */
            interval?: number;
            /**
             * @description The days of the week, only for a to-do that recurs weekly.
             * @example []
             */
            by_weekday?: ("mo" | "tu" | "we" | "th" | "fr" | "sa" | "su")[];
            /**
             * @description YYYY-MM-DD, the last day on which an occurrence can be due.
             * @example 2027-06-30
             */
            until_date?: string | null;
        };
        NewChecklistEntry: {
            /**
             * @description 1 to 200 characters.
             * @example Kitchen
             */
            text: string;
            /**
             * @description Whether the entry is checked off.
             * @example false
             */
            done?: boolean;
        };
        CreateTodoRequest: {
            /**
             * @description 1 to 120 characters after trimming.
             * @example Water the plants
             */
            title: string;
            /**
             * @description At most 2000 characters; empty if there are no notes.
             * @example The fern, too
             */
            notes?: string;
            /**
             * @description YYYY-MM-DD, a local date.
             * @example 2026-11-21
             */
            due_date?: string | null;
            /**
             * @description How important it is.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /** @description How it repeats; null if it does not. */
            recurrence?: components["schemas"]["RecurrenceInput"] | null;
            /** @description At most 30 entries. */
            checklist?: components["schemas"]["NewChecklistEntry"][];
            /**
             * @description The position in the list, the lowest first.
             * @example 1000
             */
            position?: number;
        };
        TodoResponse: {
            /** @description The result. */
            data: components["schemas"]["Todo"];
        };
        ChecklistEntryInput: {
            /**
             * @description The id of an existing entry; omit it for a new one.
             * @example 019aa0c2-11f4-7a0e-8d52-2b9f6c1e7d40
             */
            id?: string;
            /**
             * @description 1 to 200 characters.
             * @example Kitchen
             */
            text?: string;
            /**
             * @description Whether the entry is checked off.
             * @example false
             */
            done?: boolean;
        };
        UpdateTodoRequest: {
            /**
             * @description 1 to 120 characters after trimming.
             * @example Water the plants
             */
            title?: string;
            /**
             * @description At most 2000 characters; empty if there are no notes.
             * @example The fern, too
             */
            notes?: string;
            /**
             * @description YYYY-MM-DD, a local date.
             * @example 2026-11-21
             */
            due_date?: string | null;
            /**
             * @description How important it is.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /** @description How it repeats; null if it does not. */
            recurrence?: components["schemas"]["RecurrenceInput"] | null;
            /** @description The whole checklist, at most 30 entries. */
            checklist?: components["schemas"]["ChecklistEntryInput"][];
            /**
             * @description The position in the list, the lowest first.
             * @example 1000
             */
            position?: number;
            /**
             * @description The new status, which must be in `allowed_transitions`.
             * @example done
             * @enum {string}
             */
            status?: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
        };
        DeletedTodo: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        DeletedTodoResponse: {
            /** @description The result. */
            data: components["schemas"]["DeletedTodo"];
        };
        PlanetGoal: {
            /**
             * @description Whether the goal counts XP or completed tasks.
             * @enum {string}
             */
            metric: "xp" | "tasks";
            /** @description What the members want to reach together. */
            target: number;
            /** @description What the current members have contributed since they joined. */
            progress: number;
            /** @description What the caller has contributed. */
            my_contribution: number;
            /**
             * Format: date-time
             * @description When the goal begins. ISO 8601, UTC.
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description When the goal ends. ISO 8601, UTC.
             */
            ends_at: string;
        };
        PlanetMember: {
            /** @description A pseudonym generated by the service, never the name that a child chose. */
            display_name: string;
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string;
            /** @description The current level; the first is 1. */
            level: number;
        };
        Planet: {
            /** @description The id of this object, which never changes. */
            id: string;
            /** @description The name, in the language of the caller. */
            name: string;
            /** @description A short text about it, in the language of the caller. */
            description: string;
            /** @description The picture of the planet. */
            image_url: string;
            /** @description The color and the picture that it is shown with. */
            theme: components["schemas"]["Theme"];
            /**
             * @description A club of a pack, a planet of families, or an event with an end.
             * @enum {string}
             */
            kind: "club" | "family" | "event";
            /**
             * @description Whether everybody can join, or only invited families.
             * @enum {string}
             */
            visibility: "open" | "invite";
            /**
             * @description Whether it has begun or ended. An upcoming planet can be joined; an ended one cannot.
             * @enum {string}
             */
            status: "upcoming" | "active" | "ended";
            /** @description How many members it has. */
            member_count: number;
            /** @description How many members it can have. */
            capacity: number;
            /** @description The youngest age; null if there is no limit. */
            age_min: number | null;
            /** @description The oldest age; null if there is no limit. */
            age_max: number | null;
            /** @description The lowest level at which a child can join; null if there is no limit. */
            min_level: number | null;
            /** @description Whether the caller is a member. */
            is_member: boolean;
            /**
             * Format: date-time
             * @description When the caller joined; null if the caller is not a member. ISO 8601, UTC.
             */
            joined_at: string | null;
            /** @description Why the caller cannot open it yet; null if it is open. */
            lock: components["schemas"]["Lock"] | null;
            /** @description What the members work toward; null if there is no goal. */
            goal: components["schemas"]["PlanetGoal"] | null;
            /** @description The XP that the members have earned since Monday, UTC. */
            weekly_xp: number;
            /** @description Some of the members. */
            members_preview: components["schemas"]["PlanetMember"][];
        };
        PlanetPage: {
            /** @description The result. */
            data: components["schemas"]["Planet"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether there is another page. */
            has_more: boolean;
        };
        PlanetResponse: {
            /** @description The result. */
            data: components["schemas"]["Planet"];
        };
        RankingEntry: {
            /** @description The rank; null beyond 10000. Children with the same XP share a rank. */
            rank: number | null;
            /** @description In the family, the name that the child has chosen; otherwise a pseudonym. */
            display_name: string;
            /** @description The picture of the avatar, a PNG. */
            avatar_url: string;
            /** @description The current level; the first is 1. */
            level: number;
            /** @description The XP earned in the period. */
            xp: number;
            /** @description Whether this is the caller. */
            is_me: boolean;
        };
        OwnRank: {
            /** @description The rank; null beyond 10000. Children with the same XP share a rank. */
            rank: number | null;
            /** @description 10000 if the caller ranks beyond it, otherwise null. */
            rank_over: number | null;
            /** @description The current level; the first is 1. */
            level: number;
            /** @description The XP earned in the period. */
            xp: number;
            /** @description Whether others on this leaderboard can see the caller. */
            is_listed: boolean;
        };
        RankingMeta: {
            /**
             * @description Who is on the leaderboard.
             * @enum {string}
             */
            scope: "family" | "planet" | "global";
            /**
             * @description When the XP was earned.
             * @enum {string}
             */
            period: "week" | "month" | "all";
            /**
             * Format: date-time
             * @description When the period begins; null for all time. ISO 8601, UTC.
             */
            period_start: string | null;
            /**
             * Format: date-time
             * @description When the period ends; null for all time. ISO 8601, UTC.
             */
            period_end: string | null;
            /** @description The number of children on the leaderboard; 10000 means that many or more. */
            participants: number;
            /** @description The caller's own rank; null for a parent. */
            me: components["schemas"]["OwnRank"] | null;
        };
        RankingEntryPage: {
            /** @description The result. */
            data: components["schemas"]["RankingEntry"][];
            /** @description Send it as `cursor` to get the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Information about the whole list. */
            meta: components["schemas"]["RankingMeta"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ApiErrorDetails = components['schemas']['ApiErrorDetails'];
export type ApiError = components['schemas']['ApiError'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type RegisterChildRequest = components['schemas']['RegisterChildRequest'];
export type RegisteredChild = components['schemas']['RegisteredChild'];
export type RegisteredChildResponse = components['schemas']['RegisteredChildResponse'];
export type RegisterParentRequest = components['schemas']['RegisterParentRequest'];
export type CodeSent = components['schemas']['CodeSent'];
export type CodeSentResponse = components['schemas']['CodeSentResponse'];
export type VerifyEmailRequest = components['schemas']['VerifyEmailRequest'];
export type ParentToken = components['schemas']['ParentToken'];
export type ParentTokenResponse = components['schemas']['ParentTokenResponse'];
export type LoginChildRequest = components['schemas']['LoginChildRequest'];
export type ProfileSummary = components['schemas']['ProfileSummary'];
export type ChildToken = components['schemas']['ChildToken'];
export type ChildTokenResponse = components['schemas']['ChildTokenResponse'];
export type LoginParentRequest = components['schemas']['LoginParentRequest'];
export type LinkingCode = components['schemas']['LinkingCode'];
export type LinkingCodeResponse = components['schemas']['LinkingCodeResponse'];
export type RedeemLinkingCodeRequest = components['schemas']['RedeemLinkingCodeRequest'];
export type LinkedChild = components['schemas']['LinkedChild'];
export type Link = components['schemas']['Link'];
export type LinkResponse = components['schemas']['LinkResponse'];
export type ManagerCode = components['schemas']['ManagerCode'];
export type ManagerCodeResponse = components['schemas']['ManagerCodeResponse'];
export type Message = components['schemas']['Message'];
export type MessageResponse = components['schemas']['MessageResponse'];
export type SavedProfile = components['schemas']['SavedProfile'];
export type SavedProfileList = components['schemas']['SavedProfileList'];
export type Avatar = components['schemas']['Avatar'];
export type Profile = components['schemas']['Profile'];
export type ProfileResponse = components['schemas']['ProfileResponse'];
export type UpdateMeRequest = components['schemas']['UpdateMeRequest'];
export type Stats = components['schemas']['Stats'];
export type StatsResponse = components['schemas']['StatsResponse'];
export type Badge = components['schemas']['Badge'];
export type BadgePage = components['schemas']['BadgePage'];
export type CalendarDay = components['schemas']['CalendarDay'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarResponse = components['schemas']['CalendarResponse'];
export type BadgeProgress = components['schemas']['BadgeProgress'];
export type BadgeProgressList = components['schemas']['BadgeProgressList'];
export type UnlockedItem = components['schemas']['UnlockedItem'];
export type Level = components['schemas']['Level'];
export type LevelList = components['schemas']['LevelList'];
export type AvatarItem = components['schemas']['AvatarItem'];
export type AvatarItemList = components['schemas']['AvatarItemList'];
export type UpdateAvatarRequest = components['schemas']['UpdateAvatarRequest'];
export type DressedAvatar = components['schemas']['DressedAvatar'];
export type DressedAvatarResponse = components['schemas']['DressedAvatarResponse'];
export type OnboardingStep = components['schemas']['OnboardingStep'];
export type Onboarding = components['schemas']['Onboarding'];
export type OnboardingResponse = components['schemas']['OnboardingResponse'];
export type Theme = components['schemas']['Theme'];
export type Character = components['schemas']['Character'];
export type Lock = components['schemas']['Lock'];
export type World = components['schemas']['World'];
export type WorldPage = components['schemas']['WorldPage'];
export type WorldResponse = components['schemas']['WorldResponse'];
export type MapPosition = components['schemas']['MapPosition'];
export type Location = components['schemas']['Location'];
export type LocationList = components['schemas']['LocationList'];
export type StoryPanel = components['schemas']['StoryPanel'];
export type Task = components['schemas']['Task'];
export type LocationDetail = components['schemas']['LocationDetail'];
export type LocationDetailResponse = components['schemas']['LocationDetailResponse'];
export type Practice = components['schemas']['Practice'];
export type PracticeResponse = components['schemas']['PracticeResponse'];
export type Skill = components['schemas']['Skill'];
export type SkillList = components['schemas']['SkillList'];
export type Medium = components['schemas']['Medium'];
export type Option = components['schemas']['Option'];
export type SingleChoiceItem = components['schemas']['SingleChoiceItem'];
export type TrueFalseItem = components['schemas']['TrueFalseItem'];
export type MultipleChoiceItem = components['schemas']['MultipleChoiceItem'];
export type FillInItem = components['schemas']['FillInItem'];
export type NumericItem = components['schemas']['NumericItem'];
export type MatchingItem = components['schemas']['MatchingItem'];
export type SequencingItem = components['schemas']['SequencingItem'];
export type Category = components['schemas']['Category'];
export type CategorizeItem = components['schemas']['CategorizeItem'];
export type ItemPicture = components['schemas']['ItemPicture'];
export type HotspotItem = components['schemas']['HotspotItem'];
export type InfoItem = components['schemas']['InfoItem'];
export type Item = components['schemas']['Item'];
export type OptionAnswer = components['schemas']['OptionAnswer'];
export type OptionsAnswer = components['schemas']['OptionsAnswer'];
export type TextAnswer = components['schemas']['TextAnswer'];
export type NumberAnswer = components['schemas']['NumberAnswer'];
export type PairsAnswer = components['schemas']['PairsAnswer'];
export type OrderAnswer = components['schemas']['OrderAnswer'];
export type CategoriesAnswer = components['schemas']['CategoriesAnswer'];
export type PointAnswer = components['schemas']['PointAnswer'];
export type AnswerValue = components['schemas']['AnswerValue'];
export type Answer = components['schemas']['Answer'];
export type GradedAnswer = components['schemas']['GradedAnswer'];
export type Attempt = components['schemas']['Attempt'];
export type SubmittedFile = components['schemas']['SubmittedFile'];
export type SubmissionFeedback = components['schemas']['SubmissionFeedback'];
export type Submission = components['schemas']['Submission'];
export type TaskDetail = components['schemas']['TaskDetail'];
export type TaskDetailResponse = components['schemas']['TaskDetailResponse'];
export type AttemptResponse = components['schemas']['AttemptResponse'];
export type AnswerInput = components['schemas']['AnswerInput'];
export type SaveAnswersRequest = components['schemas']['SaveAnswersRequest'];
export type GivenAnswer = components['schemas']['GivenAnswer'];
export type GradeAnswerRequest = components['schemas']['GradeAnswerRequest'];
export type AnswerResult = components['schemas']['AnswerResult'];
export type AnswerResultResponse = components['schemas']['AnswerResultResponse'];
export type TakeHintRequest = components['schemas']['TakeHintRequest'];
export type Hints = components['schemas']['Hints'];
export type HintsResponse = components['schemas']['HintsResponse'];
export type CompleteTaskRequest = components['schemas']['CompleteTaskRequest'];
export type ItemResult = components['schemas']['ItemResult'];
export type XpEntry = components['schemas']['XpEntry'];
export type LevelUp = components['schemas']['LevelUp'];
export type StreakUpdate = components['schemas']['StreakUpdate'];
export type MasteryGain = components['schemas']['MasteryGain'];
export type Unlocked = components['schemas']['Unlocked'];
export type Completion = components['schemas']['Completion'];
export type CompletionResponse = components['schemas']['CompletionResponse'];
export type SubmitCreativeWorkRequest = components['schemas']['SubmitCreativeWorkRequest'];
export type SubmissionResponse = components['schemas']['SubmissionResponse'];
export type Recurrence = components['schemas']['Recurrence'];
export type ChecklistEntry = components['schemas']['ChecklistEntry'];
export type Todo = components['schemas']['Todo'];
export type TodoPage = components['schemas']['TodoPage'];
export type RecurrenceInput = components['schemas']['RecurrenceInput'];
export type NewChecklistEntry = components['schemas']['NewChecklistEntry'];
export type CreateTodoRequest = components['schemas']['CreateTodoRequest'];
export type TodoResponse = components['schemas']['TodoResponse'];
export type ChecklistEntryInput = components['schemas']['ChecklistEntryInput'];
export type UpdateTodoRequest = components['schemas']['UpdateTodoRequest'];
export type DeletedTodo = components['schemas']['DeletedTodo'];
export type DeletedTodoResponse = components['schemas']['DeletedTodoResponse'];
export type PlanetGoal = components['schemas']['PlanetGoal'];
export type PlanetMember = components['schemas']['PlanetMember'];
export type Planet = components['schemas']['Planet'];
export type PlanetPage = components['schemas']['PlanetPage'];
export type PlanetResponse = components['schemas']['PlanetResponse'];
export type RankingEntry = components['schemas']['RankingEntry'];
export type OwnRank = components['schemas']['OwnRank'];
export type RankingMeta = components['schemas']['RankingMeta'];
export type RankingEntryPage = components['schemas']['RankingEntryPage'];
export type $defs = Record<string, never>;
export interface operations {
    registerChild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "birth_year": 2017,
                 *       "language": "en",
                 *       "avatar_id": "fox",
                 *       "pin": "4071"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterChildRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredChildResponse"];
                };
            };
        };
    };
    registerParent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterParentRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentResponse"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org",
                 *       "code": "493027"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParentTokenResponse"];
                };
            };
        };
    };
    loginChild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_id": "5f1d0c2e9b8a47d3a6e4f7b20c91d8e5",
                 *       "pin": "4071"
                 *     }
                 */
                "application/json": components["schemas"]["LoginChildRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChildTokenResponse"];
                };
            };
        };
    };
    loginParent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["LoginParentRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentResponse"];
                };
            };
        };
    };
    createLinkingCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkingCodeResponse"];
                };
            };
        };
    };
    redeemLinkingCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7MPW2XQ"
                 *     }
                 */
                "application/json": components["schemas"]["RedeemLinkingCodeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkResponse"];
                };
            };
        };
    };
    createManagerCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagerCodeResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listSavedProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProfileList"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Mia",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsResponse"];
                };
            };
        };
    };
    listMyBadges: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgePage"];
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description YYYY-MM. By default, the current month. */
                month?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarResponse"];
                };
            };
        };
    };
    listAllBadges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeProgressList"];
                };
            };
        };
    };
    listLevels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelList"];
                };
            };
        };
    };
    listAvatarItems: {
        parameters: {
            query?: {
                /** @description Only items of this category are listed. */
                category?: "hat" | "hair" | "shirt" | "accessory" | "skin";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarItemList"];
                };
            };
        };
    };
    updateAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "skin": "skin-honey",
                 *       "hair": "hair-bob-brown",
                 *       "hat": "beanie-red",
                 *       "shirt": "tee-sky",
                 *       "accessory": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAvatarRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DressedAvatarResponse"];
                };
            };
        };
    };
    getOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResponse"];
                };
            };
        };
    };
    completeOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResponse"];
                };
            };
        };
    };
    listWorlds: {
        parameters: {
            query?: {
                /** @description Only worlds with this status are listed. */
                status?: "locked" | "available" | "in_progress" | "completed";
                /** @description Only worlds with this `subject` are listed. */
                subject?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldPage"];
                };
            };
        };
    };
    getWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a world. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldResponse"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a world. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a location. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationDetailResponse"];
                };
            };
        };
    };
    getTodaysPractice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeResponse"];
                };
            };
        };
    };
    listSkills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillList"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDetailResponse"];
                };
            };
        };
    };
    startTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptResponse"];
                };
            };
        };
    };
    saveAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "item_id": "seven-and-five",
                 *           "response": "twelve"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SaveAnswersRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptResponse"];
                };
            };
        };
    };
    gradeAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "seven-and-five",
                 *       "response": "twelve"
                 *     }
                 */
                "application/json": components["schemas"]["GradeAnswerRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerResultResponse"];
                };
            };
        };
    };
    takeHint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "seven-and-five"
                 *     }
                 */
                "application/json": components["schemas"]["TakeHintRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HintsResponse"];
                };
            };
        };
    };
    completeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "item_id": "seven-and-five",
                 *           "response": "twelve"
                 *         }
                 *       ],
                 *       "time_spent_seconds": 90
                 *     }
                 */
                "application/json": components["schemas"]["CompleteTaskRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletionResponse"];
                };
            };
        };
    };
    submitCreativeWork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SubmitCreativeWorkRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionResponse"];
                };
            };
        };
    };
    listTodos: {
        parameters: {
            query?: {
                /** @description Only to-dos with this status are listed. */
                status?: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
                /** @description Only to-dos that are due today, overdue (open, and due before today) or due later are listed. X-Timezone decides which day is today. */
                due?: "today" | "overdue" | "upcoming";
                /** @description With `completed`, only finished to-dos are listed (done, awaiting approval or approved), the most recently finished first. */
                sort?: "position" | "completed";
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoPage"];
                };
            };
        };
    };
    createTodo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Water the plants",
                 *       "notes": "The fern, too",
                 *       "due_date": "2026-11-21",
                 *       "priority": "high",
                 *       "recurrence": {
                 *         "freq": "weekly",
                 *         "by_weekday": [
                 *           "sa"
                 *         ]
                 *       },
                 *       "checklist": [
                 *         {
                 *           "text": "Kitchen"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateTodoRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoResponse"];
                };
            };
        };
    };
    deleteTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a to-do. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTodoResponse"];
                };
            };
        };
    };
    updateTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a to-do. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "done"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTodoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoResponse"];
                };
            };
        };
    };
    listOpenPlanets: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetPage"];
                };
            };
        };
    };
    listMyPlanets: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetPage"];
                };
            };
        };
    };
    joinPlanet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a planet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetResponse"];
                };
            };
        };
    };
    leavePlanet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a planet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetResponse"];
                };
            };
        };
    };
    getRankings: {
        parameters: {
            query?: {
                /** @description Who is on the leaderboard. */
                scope?: "family" | "planet" | "global";
                /** @description The id of a planet that the caller, or a child of the caller, has joined. It is required for the scope `planet`. */
                planet_id?: string;
                /** @description When the XP was earned. */
                period?: "week" | "month" | "all";
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The maximum number of entries on the page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankingEntryPage"];
                };
            };
        };
    };
}
