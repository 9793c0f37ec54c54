/** Each section of the documentation: page, heading and how the page begins, parted by tabs. Made by npm run docs. */
export const sectionsOfPages = `docs/coming-from.md	Coming from other programs	What you type elsewhere, and what it is here. The facts about other programs were read in their documentation or tried; the table at the end says which.
docs/coming-from.md	From the existing jr and cf	
docs/coming-from.md	From jira (ankitpokhrel/jira-cli)	
docs/coming-from.md	From curl and jq	
docs/coming-from.md	From acli	
docs/coming-from.md	Beside other programs	
docs/compared.md	Compared	How the terminal UI stands beside six others, point by point, and what each of them still does better. coming-from.md does the same for the commands.
docs/compared.md	Point by point	
docs/compared.md	What each does better still	
docs/compared.md	What of that is not built, and why	
docs/compared.md	What is better here	
docs/faults.md	Faults	What comes of every fault the sandbox can make, in front of a read (project get), a list in pages (resolution search), a write (resolution create) and the watch
docs/faults.md	How to read it	
docs/finding.md	Finding, reading and copying in the terminal UI	? shows every key that works on the screen: type to narrow it, enter runs the one chosen. keys.md has them all.
docs/finding.md	Going somewhere	
docs/finding.md	Reading	
docs/finding.md	Who may do what	
docs/finding.md	Taking it along	
docs/jobs.md	Eighteen jobs by keys	What an administrator sits down to do, from the home screen of steward --sandbox: the keys, and what is seen on the way, with the one-shot command that makes th
docs/jobs.md	1. Another lead where the lead has left	
docs/jobs.md	2. A version with a release date in words	
docs/jobs.md	3. Release, the rest goes to the next version	
docs/jobs.md	4. Merge two versions	
docs/jobs.md	5. Archive three projects	
docs/jobs.md	5. See the archive, restore one	
docs/jobs.md	6. Give a role a permission	
docs/jobs.md	6. Take one from a group	
docs/jobs.md	7. Make a scheme like another	
docs/jobs.md	8. Another permission scheme	
docs/jobs.md	8. Another notification scheme	
docs/jobs.md	9. Tell a group of an event	
docs/jobs.md	10. Refresh webhooks	
docs/jobs.md	10. Register a webhook	
docs/jobs.md	10. Delete a webhook	
docs/jobs.md	11. A failure, its webhook, send it again	
docs/jobs.md	12. Write and publish a post	
docs/jobs.md	12. Edit a post	
docs/jobs.md	12. Label a post	
docs/jobs.md	12. Delete a post	
docs/jobs.md	12. See the trash	
docs/jobs.md	13. Rename a status after seeing where	
docs/jobs.md	14. Make a priority the default	
docs/jobs.md	14. Move a priority up	
docs/jobs.md	14. Delete, another in its place	
docs/jobs.md	15. What a user may do, and why	
docs/jobs.md	16. A new project	
docs/jobs.md	17. Undo the last change	
docs/jobs.md	18. One thing to all that a filter found	
docs/keys.md	Keys	Made from the key table of the terminal UI by npm run docs. The same letter means the same thing on every screen; ? shows the keys of the screen you are on, and
docs/library.md	The library	steward can be imported: every operation of both services, with the same checks, pages, retries and settings as jr and cf, without starting a process for each c
docs/library.md	Clients	
docs/library.md	Inputs	
docs/lists.md	Lists in the terminal UI	? shows every key; keys.md has them all.
docs/lists.md	Marks	
docs/lists.md	Columns and order	
docs/lists.md	Saved views	
docs/lists.md	Refresh	
docs/lists.md	What is there and what is not	
docs/lists.md	Export	
docs/lists.md	Comparing	
docs/monitor.md	Failed webhooks, watched	:wh failed in steward watches the deliveries the service gave up on. It begins when the screen is first opened, goes on beside every other screen (the header co
docs/monitor.md	Alerts	
docs/monitor.md	Send again	
docs/monitor.md	What is kept, and what can be lost	
docs/monitor.md	Who may	
docs/monitor.md	From a shell	
docs/performance.md	Performance	Made by npm run bench with an earlier build beside it (before) at bddf4fc5: Node v20.20.2, linux, 2 cores. Ratios in one run say more than milliseconds, which a
docs/performance.md	One command	
docs/performance.md	Listings	
docs/performance.md	The terminal UI	
docs/performance.md	The sandbox	
docs/performance.md	What the bundles hold	
docs/performance.md	How it comes about	
docs/performance.md	What was tried and gave nothing	
docs/recipes/01-release-a-version.md	Release a version and move the rest to the next one	bash
docs/recipes/02-clone-a-permission-scheme.md	Clone a permission scheme with its grants	One request reads the scheme with all its grants, one makes the copy:
docs/recipes/03-projects-as-a-table.md	Every project with its lead: as a table, for a spreadsheet	bash
docs/recipes/04-publish-a-blog-post.md	Publish a blog post with labels and a picture	The text is the storage XML of the service, in a file:
docs/recipes/05-refresh-webhooks.md	Refresh the webhooks that expire within a week	For cron, as one line:
docs/recipes/06-archive-old-projects.md	Archive the projects without a change for two years	A filter makes the commands of a batch from the list:
docs/recipes/07-who-administers-what.md	Who may administer which project	bash
docs/recipes/08-rename-a-status.md	Rename a status; delete a resolution or a priority	A status has one name for all projects that share it. What is not said again would be lost, so the update is made from what jr id has read:
docs/recipes/09-set-up-a-ci-job.md	Set up a CI job that can only read	The token stays in the variable in which the CI system keeps it; the file has the variable's name alone. The second line lets nothing through but operations tha
docs/recipes/10-follow-failed-deliveries.md	Follow failed deliveries and run a command for each	bash
docs/recipes/11-make-a-release-in-one-batch.md	Make what depends on one another in one batch	{"$from": 0, "pointer": "/id"} is the id that the first command answered with:
docs/recipes/12-make-a-notification-scheme.md	Make a notification scheme and give it to a project	bash
docs/recipes/13-users-of-a-group.md	Who is in a group	The operations here know the groups of a user, not the users of a group. Asked of everybody, in one batch:
docs/recipes/14-keep-an-audit-log.md	Keep a log of what was done	bash
docs/recipes/15-register-a-webhook.md	Register a webhook, and see that it is there	json hooks.json
docs/recipes/16-label-many-posts.md	Put labels on many posts	bash
docs/recipes/17-compare-two-profiles.md	Compare two profiles	What one caller may do and another may not:
docs/recipes/18-issues-by-raw.md	Issues, and whatever else has no command	jr issue and jr search are not there: steward looks after what is around issues. raw sends any request with the profile's credentials, and everything after the 
docs/recipes/19-help-without-a-network.md	Find out without a network	Everything that is known of an operation is in the program: jr version update --help, jr schema version update, man jr, and a search over operations, flags and 
docs/recipes/20-overdue-versions.md	Versions that should have been released	Of all projects, soonest first:
docs/recipes/README.md	Recipes	Twenty jobs of people who look after sites, as commands to copy. What takes several requests is a pipeline or a batch; names become ids by jr id. A block of bas
docs/sandbox.md	The sandbox	jr sandbox (or cf sandbox) is an HTTP server on your machine that answers every operation of both API documents from a made-up site. Use it to try administrativ
docs/sandbox.md	Start it	
docs/sandbox.md	with-sandbox.sh: source it with the flags for the sandbox	profiles=$(mktemp -d)
docs/sandbox.md	Callers	
docs/sandbox.md	Sizes	
docs/sandbox.md	Traffic	
docs/sandbox.md	Data	
docs/sandbox.md	Faults	
docs/sandbox.md	Too many requests	
docs/sandbox.md	Connections that break	
docs/sandbox.md	HTML where JSON is due	
docs/sandbox.md	Slow answers	
docs/sandbox.md	One failing page of many	
docs/sandbox.md	While it runs	
docs/sandbox.md	In CI	
docs/sandbox.md	The script under test: archive what has been released. jr tries reads again by itself, but never	
docs/sandbox.md	a write that may have been carried out; this one can be repeated.	project=$(jr project get-all --jq '.[0].key' -r)
docs/sandbox.md	Other machines	
docs/sandbox.md	Choices of our own	
docs/screens.md	Screens	The terminal UI on its sandbox (npm start). The pictures are taken of the built program in a real terminal by npm run pictures; this page is made by npm run doc
docs/screens.md	Home	
docs/screens.md	Lists	
docs/screens.md	Filter	
docs/screens.md	Preview	
docs/screens.md	Release board	
docs/screens.md	Permission matrix	
docs/screens.md	Notification matrix	
docs/screens.md	Failed webhooks, live	
docs/screens.md	Webhooks that expire	
docs/screens.md	Blog posts	
docs/screens.md	Raw, and jq	
docs/screens.md	Every operation	
docs/screens.md	Forms	
docs/screens.md	Palette	
docs/screens.md	Help	
docs/screens.md	Command log	
docs/screens.md	Light	
docs/screens.md	High contrast	
docs/screens.md	Colour-blind safe	
docs/screens.md	Without colour	
docs/screens.md	ASCII	
docs/screens.md	Every screen	
docs/security.md	Security	steward holds an administrator's token and changes production. This page says what it protects from whom. Tests hold the lines; contract.md names many of them, 
docs/security.md	What is protected	
docs/security.md	What is not	
docs/ui.md	Setting up the terminal UI	steward reads ui.json in $XDG_CONFIG_HOME/steward, else ~/.config/steward (on macOS ~/Library/Application Support/steward, on Windows %APPDATA%\\steward). Nothin
docs/watch.md	Watching failed deliveries	jr watch webhook get-failed prints each failed webhook delivery as the site lists it, one line of JSON each, for days:
docs/watch.md	What it promises	
docs/watch.md	To read	
docs/watch.md	Send again	
docs/watch.md	Recipes	
docs/watch.md	Into a chat	
docs/watch.md	Counts by URL	
docs/watch.md	As a service	
docs/watch.md	JR_BASE_URL, JR_AUTH_TYPE=bearer and JR_AUTH_TOKEN; mode 0600	EnvironmentFile=/etc/steward/jr.env
docs/watch.md	A refused token (2) and a refused place or flag (4) want a human.	RestartPreventExitStatus=2 4
docs/watch.md	By cron	
docs/watch.md	Keep webhooks alive	
docs/watch.md	Other lists	
docs/writes.md	Writing in the terminal UI	Every write goes one way: plan, preview, confirmation, sending, report, journal. Nothing else of the terminal UI can write.
docs/writes.md	Texts	
docs/writes.md	Webhooks	`;
